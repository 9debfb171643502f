import { text } from '@giftlane/texts/text.ts';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { ProofForm } from './proof-form.tsx';

interface ProveDialogProps {
  title?: string;
  intro?: string;
  action?: string;
  /** What waits for the proof. */
  act: () => Promise<void>;
  onClose: () => void;
}

/** Asks a member to confirm that it is them, before something a stolen session must not do. */
export default function ProveDialog({
  title = text('security.prove.title'),
  intro = text('security.prove.intro'),
  action = text('security.prove.action'),
  act,
  onClose,
}: ProveDialogProps) {
  const goOn = async () => {
    // What fails is said by the form, which keeps what was typed.
    await act();
    onClose();
  };
  return (
    <Dialog title={title} intro={intro} onClose={onClose}>
      <ProofForm action={action} act={goOn} />
    </Dialog>
  );
}
