import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useEffect } from 'react';
import { useIdle } from '../../session/idle.ts';
import { signOut, signOutIdle } from '../../session/session.ts';

/** Seconds at which screen readers announce the time left. */
const announced = new Set([30, 10]);

interface IdleDialogProps {
  left: number;
  onStay: () => void;
  onLeave: () => void;
}

function IdleDialog({ left, onStay, onLeave }: IdleDialogProps) {
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
        {announced.has(left) ? text('idle.left', { left }) : ''}
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

/** Asks an idle member whether they are still there, and signs them out after the countdown (GLOB-09, SESS-09 to SESS-13). */
export default function IdleWatch() {
  const { left, stay } = useIdle();
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) void signOutIdle();
  }, [isOver]);
  if (left === null || isOver) return null;
  return <IdleDialog left={left} onStay={stay} onLeave={() => void signOut()} />;
}
