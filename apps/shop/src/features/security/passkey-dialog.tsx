import { send, sendForData } from '@giftlane/client/api.ts';
import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import * as z from 'zod';
import { refetchSecurity } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { isGivenUp, makeWith } from '../../session/passkeys.ts';
import { RecoveryDialog } from './recovery-codes.tsx';

type Options = Parameters<typeof makeWith>[0];
type Made = Awaited<ReturnType<typeof makeWith>>;

const schema = z.strictObject({
  sName: z.string().trim().min(1, text('security.passkey.name.required')).max(60),
});

/** Names a passkey, has the browser make it and registers it; the first factor comes with recovery codes. */
export default function PasskeyDialog({
  options,
  onClose,
}: {
  options: Options;
  onClose: () => void;
}) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [openedAt] = useState(() => Date.now());
  const proof = useProof();
  const validOptions = async () =>
    Date.now() - openedAt < options.timeout
      ? options
      : await sendForData('POST /security/passkeys/options', {});
  const state = useContractForm(
    schema,
    { sName: text('security.passkey.name.default') },
    ({ sName }) => {
      let made: Made | undefined;
      return proof.run(async () => {
        try {
          // Made once: a second run follows where the server asks for a proof.
          made ??= await makeWith(await validOptions());
          const body = { sName, oCredential: made };
          const { data, message } = await send('POST /security/passkeys', { body });
          toast.success(message);
          await refetchSecurity();
          if (data.aRecoveryCodes) setCodes(data.aRecoveryCodes);
          else onClose();
        } catch (error) {
          if (isRefusal(error, 'account.unproven')) throw error;
          if (!isGivenUp(error)) toast.failure(messageOf(error, text('security.passkey.failed')));
        }
      });
    },
  );
  if (codes) return <RecoveryDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      title={text('security.passkey.add')}
      intro={text('security.passkey.intro')}
      onClose={onClose}
    >
      <Form state={state} action={text('security.passkey.make')}>
        <TextField
          {...state.field('sName')}
          autoFocus
          label={text('security.passkey.name')}
          help={text('security.passkey.name.help')}
          maxLength={60}
        />
      </Form>
      {proof.dialog}
    </Dialog>
  );
}
