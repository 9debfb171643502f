import { text } from '@giftlane/contract/messages.ts';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { isRefusal } from '../../lib/api-error.ts';
import { session, sessionKeys } from '../../lib/storage.ts';
import { ProofForm } from '../../parts/proof-form.tsx';
import { newPair, type Pair, type Sending, sendOut } from './send.ts';

/** The page reloads this long after a success (WAL-38). */
const reloadAfterMs = 500;

interface SendConfirmProps {
  sending: Sending;
  action: string;
  /** The way back, as long as nothing was sent. */
  children: ReactNode;
}

/** Asks for the password, or what stands in for it (WAL-37), and sends, once, however often it is tried. */
export function SendConfirm({ sending, action, children }: SendConfirmProps) {
  const [sent, setSent] = useState('');
  const pair = useRef<Pair>(undefined);
  const sendOnce = async () => {
    try {
      pair.current ??= await newPair();
      const message = await sendOut(pair.current, sending);
      setSent(message);
      // Said again after the reload, which takes the dialog away.
      session.write(sessionKeys.notice, message);
      setTimeout(() => location.reload(), reloadAfterMs);
    } catch (error) {
      if (isRefusal(error, 'wallet.token')) pair.current = undefined;
      throw error;
    }
  };
  if (sent)
    return (
      <div role="status" className="flex flex-col items-center py-4 text-center">
        <CircleCheck aria-hidden="true" className="size-10 text-leaf" />
        <p className="mt-2 font-display text-21 font-semibold">{text('wallet.send.sent')}</p>
        <p className="text-soft">{sent}</p>
      </div>
    );
  return (
    <>
      <ProofForm action={action} act={sendOnce} />
      {children}
    </>
  );
}
