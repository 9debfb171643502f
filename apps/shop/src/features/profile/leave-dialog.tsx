import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved changes are lost. Closing it is staying. */
export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      title={text('profile.leave.title')}
      intro={text('profile.leave.intro')}
      onClose={onStay}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="danger" onClick={onLeave}>
          {text('profile.leave.leave')}
        </Button>
        <DialogClose>{text('profile.leave.stay')}</DialogClose>
      </div>
    </Dialog>
  );
}
