/** Decisions about money: what each books is shown before it is confirmed; it can be undone until it is sent. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { DecisionFoot, KeyButton } from '../../queue/decision-foot.tsx';
import { useKeys } from '../../queue/keys.ts';
import { useCase } from '../../queue/queue-page.tsx';

type Sums = Answer<'GET /office/disputes/{id}/sums'>['data'];

/** A way to decide a case. */
export interface Way {
  /** Its key. */
  readonly press: string;
  readonly label: string;
  /** Said while it can be undone. */
  readonly done: string;
  readonly danger?: boolean;
  /** What is typed beside it. */
  readonly field?: {
    readonly label: string;
    readonly help: string;
    readonly initial: string;
    readonly needed: boolean;
  };
  /** Said in place of sums. */
  readonly says?: string;
  /** What it would book. */
  readonly sums?: { readonly key: string; readonly load: (typed: string) => Promise<Sums> };
  readonly send: (typed: string, keepalive: boolean) => Promise<unknown>;
}

/** What was typed, by case and decision: it stays after a refusal. */
const drafts = new Map<string, string>();

function Entries({ title, entries }: { title: string; entries: Sums['aBooked'] }) {
  if (entries.length === 0) return null;
  return (
    <table className="w-full text-15">
      <caption className="pb-1 text-start text-13 font-semibold text-soft">{title}</caption>
      <tbody>
        {entries.map(({ sAccount, sAmount, sUnit }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer have no id.
          <tr key={i} className="border-b border-line">
            <td className="py-1 wrap-anywhere">{sAccount}</td>
            <td className="py-1 ps-4 text-end whitespace-nowrap tabular-nums">
              {sAmount} {sUnit.toUpperCase()}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SumsShown({ way, typed }: { way: Way; typed: string }) {
  const { id } = useCase();
  const query = useQuery({
    queryKey: ['sums', way.sums?.key, id, typed],
    queryFn: () => way.sums?.load(typed),
    enabled: way.sums !== undefined,
    retry: false,
    staleTime: 0,
  });
  if (!way.sums) return <p className="text-15">{way.says}</p>;
  return (
    <Loaded query={query} waiting={<Skeleton className="h-16" />} inside>
      {(sums) => (
        <div className="space-y-3">
          <Entries title={text('office.money.books')} entries={sums?.aBooked ?? []} />
          <Entries title={text('office.money.later')} entries={sums?.aLater ?? []} />
          {sums?.aBooked.length === 0 && sums.aLater.length === 0 && (
            <p className="text-15">{text('office.money.nothing')}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Panel({ way, onClose }: { way: Way; onClose: () => void }) {
  const { id, decide } = useCase();
  const draft = `${id} ${way.press}`;
  const [typed, setTyped] = useState(drafts.get(draft) ?? way.field?.initial ?? '');
  const shown = useDeferredValue(typed.trim());
  useKeys({ Escape: onClose });
  return (
    <form
      className="mb-32 space-y-4 rounded-panel border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        decide({ label: way.done, send: (keepalive) => way.send(typed.trim(), keepalive) });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p className="font-semibold">{way.label}</p>
      {way.field && (
        <TextField
          label={way.field.label}
          help={way.field.help}
          required={way.field.needed}
          maxLength={500}
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            drafts.set(draft, target.value);
          }}
        />
      )}
      <SumsShown way={way} typed={shown} />
      <div className="flex gap-3">
        <Button
          type="submit"
          look={way.danger ? 'danger' : 'primary'}
          autoFocus={!way.field}
          disabled={way.field?.needed === true && typed.trim() === ''}
        >
          {text('office.money.confirm')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {text('office.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The ways to decide the open case, each by its key. Closed while another operator holds it. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  const { holder } = useCase();
  const [open, setOpen] = useState('');
  const closed = holder !== '';
  const chosen = ways.find(({ press }) => press === open);
  useKeys(
    closed || chosen
      ? {}
      : Object.fromEntries(ways.map(({ press }) => [press, () => setOpen(press)])),
  );
  if (chosen && !closed) return <Panel way={chosen} onClose={() => setOpen('')} />;
  return (
    <DecisionFoot>
      {ways.map(({ press, label, danger }, i) => (
        <KeyButton
          key={press}
          press={press}
          look={danger ? 'danger' : i === 0 ? 'primary' : 'quiet'}
          disabled={closed}
          onClick={() => setOpen(press)}
        >
          {label}
        </KeyButton>
      ))}
    </DecisionFoot>
  );
}
