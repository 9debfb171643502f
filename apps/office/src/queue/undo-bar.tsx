import { text } from '@giftlane/texts/text.ts';
import { KeyButton } from './decision-foot.tsx';
import { undo, useWaiting } from './decisions.ts';
import { useKeys } from './keys.ts';

/** The last decision, with a button that takes it back while it can. */
export function UndoBar() {
  const last = useWaiting().at(-1);
  useKeys({ u: () => void undo() });
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-10 *:pointer-events-auto"
    >
      {last && (
        <div className="mx-auto flex w-fit max-w-full items-center gap-4 rounded-control bg-ink px-4 py-2 text-15 text-paper shadow-float">
          <span className="min-w-0 truncate">{last.label}</span>
          <KeyButton press="u" size="small" onClick={() => void undo()}>
            {text('office.undo')}
          </KeyButton>
        </div>
      )}
    </div>
  );
}
