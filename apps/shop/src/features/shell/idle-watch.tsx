import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useEffect } from 'react';
import { useIdle } from '../../session/idle.ts';
import { signOut, signOutIdle } from '../../session/session.ts';

/** Said aloud at these seconds; every one of them would be noise. */
const spoken = new Set([30, 10]);

interface QuestionProps {
  left: number;
  onStay: () => void;
  onLeave: () => void;
}

function Question({ left, onStay, onLeave }: QuestionProps) {
  return (
    <Dialog title={text('idle.title')} intro={text('idle.text')} onClose={onStay}>
      <p
        className="font-display text-56 font-bold tracking-tighter tabular-nums"
        aria-hidden="true"
      >
        {left}
      </p>
      <p className="mb-6 text-soft" aria-hidden="true">
        {text('idle.seconds')}
      </p>
      <p role="status" className="sr-only">
        {spoken.has(left) ? text('idle.left', { left }) : ''}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onLeave}>{text('idle.logout')}</Button>
        <Button look="primary" autoFocus onClick={onStay}>
          {text('idle.stay')}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Asks a member who has been away whether they are still there, and signs them out when nobody
 * answers (GLOB-09, SESS-09 to SESS-13).
 */
export default function IdleWatch() {
  const { left, stay } = useIdle();
  const over = left === 0;
  // Signing out is the answer to time going by, not to anything drawn here.
  useEffect(() => {
    if (over) void signOutIdle();
  }, [over]);
  if (left === null || over) return null;
  return <Question left={left} onStay={stay} onLeave={() => void signOut()} />;
}
