import { sendForData } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { type ContractForm, Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { memberStore } from '@giftlane/client/storage/external-store.ts';
import {
  answerClaim,
  type Claim,
  type ClaimReason,
  claimReasons,
  maxClaimPictures,
  openClaim,
} from '@giftlane/contract/shop/claims.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { TextArea } from '@giftlane/ui/form/field.tsx';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { type ComponentProps, useEffect, useId, useState } from 'react';
import { PictureField } from '../uploads/picture-field.tsx';
import { reasonWords } from './claim-words.ts';
import { readClaimsAnew, storeClaim } from './claims.ts';

type Typed = { eReason?: ClaimReason; sWords: string; aPictures?: string[] | undefined };
type Fields<In extends Typed> = ContractForm<In>['form'];

/** What was typed, by code or claim: it is still there when the dialog is opened again. */
const drafts = memberStore(() => new Map<string, Typed>());
/** Data URLs of uploaded pictures. */
const previews = memberStore(() => new Map<string, string>());

const draftOf = (key: string) => drafts.read().get(key) ?? { sWords: '', aPictures: [] };

/** Keeps a draft of a form. */
function useKept<In extends Typed>(form: Fields<In>, key: string): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => void drafts.read().set(key, values),
      }),
    [form, key],
  );
}

function Reasons({ error, ...radio }: ComponentProps<'input'> & { error: string | undefined }) {
  const note = useId();
  return (
    <fieldset aria-describedby={note} className="min-w-0">
      <legend className="mb-1.5 text-15 font-medium">{text('claim.reason')}</legend>
      <div
        className={cx(
          'grid gap-2',
          error && 'rounded-control outline-1 outline-offset-4 outline-fail',
        )}
      >
        {claimReasons.map((reason) => (
          <label
            key={reason}
            className="input-height flex cursor-pointer items-center gap-3 rounded-control border border-edge px-3 py-1.5 leading-snug transition-colors hover:border-ink has-checked:border-leaf has-checked:bg-leaf-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
          >
            <input
              {...radio}
              type="radio"
              value={reason}
              className="size-5 shrink-0 accent-leaf outline-none"
            />
            {reasonWords[reason]}
          </label>
        ))}
      </div>
      <div id={note} aria-live="polite" className="text-13">
        {error && <FieldError className="mt-1.5">{error}</FieldError>}
      </div>
    </fieldset>
  );
}

interface PicturesProps {
  paths: readonly string[];
  most: number;
  error: string | undefined;
  onPaths: (paths: string[]) => void;
  onBusy: (busy: boolean) => void;
}

/** Fields for pictures: those that are chosen, and one for the next. */
function Pictures({ paths, most, error, onPaths, onBusy }: PicturesProps) {
  const change = (at: number, path: string | null, preview: string) => {
    if (path) previews.read().set(path, preview);
    onPaths(path ? [...paths.slice(0, at), path, ...paths.slice(at + 1)] : paths.toSpliced(at, 1));
  };
  return (
    <div className="grid gap-3">
      {Array.from({ length: Math.min(most, paths.length + 1) }, (_, at) => (
        <PictureField
          // biome-ignore lint/suspicious/noArrayIndexKey: the field for the next picture becomes the field of that picture.
          key={at}
          kind="claimpictures"
          label={text('claim.picture.field', { nth: at + 1 })}
          hidesLabel={at > 0}
          help={text('claim.picture.help')}
          path={paths[at] ?? null}
          address={previews.read().get(paths[at] ?? '')}
          error={at === 0 ? error : undefined}
          camera="environment"
          onChange={(path, preview) => change(at, path, preview)}
          onBusy={onBusy}
        />
      ))}
    </div>
  );
}

interface DialogProps {
  orderId: string;
  codeId: string;
  serial: string;
  /** The claim whose question is answered. */
  asked?: Claim;
  onClose: () => void;
}

/** Shows what the shop has stored; a refusal may mean that the page was older than that. */
async function store({ orderId, onClose }: DialogProps, key: string, sending: Promise<Claim>) {
  try {
    storeClaim(orderId, await sending);
    drafts.read().delete(key);
    onClose();
  } catch (error) {
    if (isRefusal(error, 'claim.exists', 'claim.not_asked')) void readClaimsAnew(orderId);
    throw error;
  }
}

function Report(props: DialogProps) {
  const key = props.codeId;
  const [busy, setBusy] = useState(false);
  const state = useContractForm(
    openClaim.body,
    { ...draftOf(key), sCodeId: props.codeId },
    (body) =>
      store(
        props,
        key,
        sendForData('POST /transactions/{id}/claims', { params: { id: props.orderId }, body }),
      ),
  );
  const { form, field, errorOf } = state;
  useKept(form, key);
  return (
    <Form state={state} action={text('claim.send')} waiting={busy} shutWhileSending>
      <Reasons {...field('eReason')} />
      <TextArea
        {...field('sWords')}
        label={text('claim.words')}
        help={text('claim.words.help')}
        rows={4}
      />
      <Pictures
        paths={form.watch('aPictures') ?? []}
        most={maxClaimPictures}
        error={errorOf('aPictures')}
        onPaths={(paths) => form.setValue('aPictures', paths)}
        onBusy={setBusy}
      />
    </Form>
  );
}

function Answer({ asked, ...props }: DialogProps & { asked: Claim }) {
  const { _id: id, aSteps, aPictures } = asked;
  const key = `${id} ${aSteps.length}`;
  const [busy, setBusy] = useState(false);
  const state = useContractForm(answerClaim.body, draftOf(key), (body) =>
    store(props, key, sendForData('POST /claims/{id}/answer', { params: { id }, body })),
  );
  const { form, field, errorOf } = state;
  useKept(form, key);
  return (
    <Form state={state} action={text('claim.answer.send')} waiting={busy} shutWhileSending>
      <TextArea {...field('sWords')} label={text('claim.answer.words')} rows={4} />
      <Pictures
        paths={form.watch('aPictures') ?? []}
        most={maxClaimPictures - aPictures.length}
        error={errorOf('aPictures')}
        onPaths={(paths) => form.setValue('aPictures', paths)}
        onBusy={setBusy}
      />
    </Form>
  );
}

/** Reports a code that does not work, or answers what the shop asked about it. */
export default function ClaimDialog(props: DialogProps) {
  const { serial, asked, onClose } = props;
  const question = asked?.aSteps.findLast(({ eKind }) => eKind === 'asked')?.sWords;
  return (
    <Dialog
      title={asked ? text('claim.answer') : text('claim.title')}
      intro={
        asked ? (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {question}
          </p>
        ) : (
          text('claim.intro', { serial })
        )
      }
      onClose={onClose}
    >
      {asked ? <Answer {...props} asked={asked} /> : <Report {...props} />}
    </Dialog>
  );
}
