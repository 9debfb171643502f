/** The decisions on the open case: accept, decline with a prepared or own reason, and others. */
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextArea } from '@giftlane/ui/form/field.tsx';
import { comeIntoSight } from '@giftlane/ui/layout/notice.tsx';
import { useState } from 'react';
import { KeyHint } from './key-hint.tsx';
import { useKeys } from './keys.ts';
import { useCase } from './queue-page.tsx';

interface Choice {
  readonly label: string;
  /** Said while it can be undone, in the past tense. */
  readonly done: string;
}

interface Accept extends Choice {
  readonly send: (keepalive: boolean) => Promise<unknown>;
}

interface Decline extends Choice {
  /** Prepared reasons, at most nine; one is chosen by its number. */
  readonly reasons: readonly string[];
  /** What the own reason is for, such as: the member reads it. */
  readonly hint: string;
  readonly mostLetters: number;
  readonly send: (reason: string, keepalive: boolean) => Promise<unknown>;
}

/** Own reasons by case: what was typed stays after a refusal. */
const drafts = new Map<string, string>();

function Reasons({ decline, onClose }: { decline: Decline; onClose: () => void }) {
  const { id, decide } = useCase();
  const [own, setOwn] = useState(drafts.get(id) ?? '');
  const choose = (reason: string) => {
    decide({ label: decline.done, send: (keepalive) => decline.send(reason, keepalive) });
  };
  const byNumber = decline.reasons.map((reason, i) => [`${i + 1}`, () => choose(reason)]);
  useKeys({ ...Object.fromEntries(byNumber), Escape: onClose }, { first: true });
  return (
    <div ref={comeIntoSight} className="rounded-panel border border-line bg-surface p-4">
      <p className="mb-2 font-semibold">{decline.label}</p>
      <ul className="mb-4 space-y-1">
        {decline.reasons.map((reason, i) => (
          <li key={reason}>
            <Button
              look="quiet"
              aria-keyshortcuts={`${i + 1}`}
              className="w-full justify-start text-start whitespace-normal"
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
          label={text('office.reason.own')}
          help={decline.hint}
          rows={3}
          maxLength={decline.mostLetters}
          value={own}
          onChange={({ target }) => {
            setOwn(target.value);
            drafts.set(id, target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
        <div className="mt-3 flex gap-3">
          <Button type="submit" look="danger" disabled={!own.trim()}>
            {decline.label}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {text('office.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Buttons of the decisions; the keys are `a` and `d`. Closed while another operator holds the case. */
export function DecisionBar({ accept, decline }: { accept: Accept; decline?: Decline }) {
  const { holder, decide } = useCase();
  const [declining, setDeclining] = useState(false);
  const closed = holder !== '';
  const doAccept = () => decide({ label: accept.done, send: accept.send });
  useKeys(
    closed || declining ? {} : { a: doAccept, ...(decline && { d: () => setDeclining(true) }) },
  );
  if (declining && decline && !closed)
    return <Reasons decline={decline} onClose={() => setDeclining(false)} />;
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap gap-3 border-t border-line bg-paper px-4 py-3">
      <Button look="primary" aria-keyshortcuts="a" disabled={closed} onClick={doAccept}>
        {accept.label} <KeyHint>a</KeyHint>
      </Button>
      {decline && (
        <Button
          look="danger"
          aria-keyshortcuts="d"
          disabled={closed}
          onClick={() => setDeclining(true)}
        >
          {decline.label} <KeyHint>d</KeyHint>
        </Button>
      )}
    </div>
  );
}
