/** The decisions on the open case: accept, decline with a prepared or own reason, and others. */
import { Button } from '@giftlane/ui/controls/button.tsx';
import { useState } from 'react';
import { KeyHint } from './key-hint.tsx';
import { useKeys } from './keys.ts';
import { useCase } from './queue-page.tsx';
import { ReasonPicker } from './reason-picker.tsx';

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

function Reasons({ decline, onClose }: { decline: Decline; onClose: () => void }) {
  const { id, decide } = useCase();
  return (
    <ReasonPicker
      {...decline}
      draftKey={id}
      onClose={onClose}
      onChoose={(reason) =>
        decide({ label: decline.done, send: (keepalive) => decline.send(reason, keepalive) })
      }
    />
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
