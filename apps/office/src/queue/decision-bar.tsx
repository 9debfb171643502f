/** The decisions on the open case, such as accept and decline, each by its key. */
import type { ButtonLook } from '@giftlane/ui/controls/button.tsx';
import { useState } from 'react';
import { DecisionFoot, KeyButton } from './decision-foot.tsx';
import { useKeys } from './keys.ts';
import { useCase } from './queue-page.tsx';
import { ReasonPicker } from './reason-picker.tsx';

/** A decision. */
export interface Choice {
  /** Its key. */
  readonly press: string;
  readonly label: string;
  readonly look: NonNullable<ButtonLook['look']>;
  /** Said while it can be undone, in the past tense. */
  readonly done: string;
  /** It can not be chosen now. */
  readonly shut?: boolean;
  /** What is said with it: prepared, at most nine, each chosen by its number, or typed. */
  readonly words?: {
    readonly prepared: readonly string[];
    /** By default an own reason. */
    readonly label?: string;
    readonly hint: string;
    readonly mostLetters: number;
  };
  readonly send: (words: string, keepalive: boolean) => Promise<unknown>;
}

/** Buttons of the decisions. Closed while another operator holds the case. */
export function DecisionBar({ choices }: { choices: readonly Choice[] }) {
  const { id, holder, decide } = useCase();
  const [open, setOpen] = useState('');
  const closed = holder !== '';
  const make = ({ done, send }: Choice, words: string) =>
    decide({ label: done, send: (keepalive) => send(words, keepalive) });
  const choose = (choice: Choice) => (choice.words ? setOpen(choice.press) : make(choice, ''));
  const saying = closed ? undefined : choices.find(({ press }) => press === open);
  const free = closed || saying ? [] : choices.filter(({ shut }) => !shut);
  useKeys(Object.fromEntries(free.map((choice) => [choice.press, () => choose(choice)])));
  if (saying?.words)
    return (
      <ReasonPicker
        label={saying.label}
        look={saying.look}
        reasons={saying.words.prepared}
        ownLabel={saying.words.label}
        hint={saying.words.hint}
        mostLetters={saying.words.mostLetters}
        draftKey={`${id} ${saying.press}`}
        onClose={() => setOpen('')}
        onChoose={(words) => make(saying, words)}
      />
    );
  return (
    <DecisionFoot>
      {choices.map((choice) => (
        <KeyButton
          key={choice.press}
          press={choice.press}
          look={choice.look}
          className="max-lg:px-3!"
          disabled={closed || choice.shut}
          onClick={() => choose(choice)}
        >
          {choice.label}
        </KeyButton>
      ))}
    </DecisionFoot>
  );
}
