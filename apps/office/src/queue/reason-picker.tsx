/** What is said with a decision: prepared words by their numbers, or own ones. */
import { text } from '@giftlane/texts/text.ts';
import { Button, type ButtonLook } from '@giftlane/ui/controls/button.tsx';
import { TextArea } from '@giftlane/ui/form/field.tsx';
import { comeIntoSight } from '@giftlane/ui/layout/notice.tsx';
import { useState } from 'react';
import { KeyHint } from './key-hint.tsx';
import { useKeys } from './keys.ts';

/** Own reasons by their key: what was typed stays after a refusal. */
const drafts = new Map<string, string>();

interface ReasonPickerProps {
  readonly label: string;
  readonly look?: ButtonLook['look'];
  readonly ownLabel?: string | undefined;
  /** Prepared reasons, at most nine; one is chosen by its number. */
  readonly reasons: readonly string[];
  readonly hint: string;
  readonly mostLetters: number;
  /** What the own reason is about, such as a case. */
  readonly draftKey: string;
  readonly onChoose: (reason: string) => void;
  readonly onClose: () => void;
}

/** A prepared or an own reason, or other words. */
export function ReasonPicker(props: ReasonPickerProps) {
  const {
    label,
    look = 'danger',
    ownLabel,
    reasons,
    hint,
    mostLetters,
    draftKey,
    onChoose: choose,
    onClose,
  } = props;
  const [own, setOwn] = useState(drafts.get(draftKey) ?? '');
  const byNumber = reasons.map((reason, i) => [`${i + 1}`, () => choose(reason)]);
  useKeys({ ...Object.fromEntries(byNumber), Escape: onClose }, { first: true });
  return (
    <div ref={comeIntoSight} className="rounded-panel border border-line bg-surface p-4">
      <p className="mb-2 font-semibold">{label}</p>
      <ul className="mb-4 space-y-1">
        {reasons.map((reason, i) => (
          <li key={reason}>
            <Button
              look="quiet"
              aria-keyshortcuts={`${i + 1}`}
              className="w-full justify-start py-1.5 text-start whitespace-normal!"
              onClick={() => choose(reason)}
            >
              <KeyHint>{`${i + 1}`}</KeyHint> {reason}
            </Button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (own.trim()) choose(own.trim());
        }}
      >
        <TextArea
          label={ownLabel ?? text('office.reason.own')}
          help={hint}
          rows={3}
          maxLength={mostLetters}
          value={own}
          onChange={({ target }) => {
            setOwn(target.value);
            drafts.set(draftKey, target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
        <div className="mt-3 flex gap-3">
          <Button type="submit" look={look} disabled={!own.trim()}>
            {label}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {text('office.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}
