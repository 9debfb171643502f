import { text } from '@giftlane/texts/text.ts';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { ProofForm } from './proof-form.tsx';

interface ProveDialogProps {
  title?: string;
  intro?: string;
  action?: string;
  /** Called once the session is proven; the form shows its failure. */
  act: () => Promise<void>;
  onClose: () => void;
}

/** Asks for a proof of the session before an act that a stolen session must not do. */
export default function ProveDialog({
  title = text('security.prove.title'),
  intro = text('security.prove.intro'),
  action = text('security.prove.action'),
  act,
  onClose,
}: ProveDialogProps) {
  const actAndClose = async () => {
    await act();
    onClose();
  };
  return (
    <Dialog title={title} intro={intro} onClose={onClose}>
      <ProofForm action={action} act={actAndClose} />
    </Dialog>
  );
}
