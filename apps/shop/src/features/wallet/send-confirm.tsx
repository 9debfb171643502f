import { useRef } from 'react';
import { isRefusal } from '../../lib/api-error.ts';
import { session, sessionKeys } from '../../lib/storage.ts';
import { ProofForm } from '../../parts/proof-form.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { newPair, type Pair, type Sending, sendOut } from './send.ts';

/** The page reloads this long after a success (WAL-38). */
const reloadAfterMs = 500;

/** Asks for the password, or what stands in for it (WAL-37), and sends, once, however often it is tried. */
export function SendConfirm({ sending, action }: { sending: Sending; action: string }) {
  const pair = useRef<Pair>(undefined);
  const sendOnce = async () => {
    try {
      pair.current ??= await newPair();
      const message = await sendOut(pair.current, sending);
      toast.success(message);
      // Said again after the reload, which would take the notice away half read.
      session.write(sessionKeys.notice, message);
      setTimeout(() => location.reload(), reloadAfterMs);
    } catch (error) {
      if (isRefusal(error, 'wallet.token')) pair.current = undefined;
      throw error;
    }
  };
  return <ProofForm action={action} act={sendOnce} />;
}
