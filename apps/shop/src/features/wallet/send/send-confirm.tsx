import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ProofForm } from '../../../rooms/identity/proof-form.tsx';
import { refreshMovements } from '../../../rooms/money/refresh-movements.ts';
import { session, sessionKeys } from '../../../session/storage.ts';
import { type OpenSend, openSends } from './open-sends.ts';
import { isSettled, newPair, sendMoney, type TokenPair } from './send.ts';

/** The page reloads this long after a success (WAL-38). */
const reloadAfterMs = 500;

interface SendConfirmProps {
  owner: string;
  what: Omit<OpenSend, 'pair'>;
  amountMinor: bigint;
  /** The pair of an earlier try without an answer. */
  openPair: TokenPair | undefined;
  onOpen: (pair: TokenPair | undefined) => void;
  action: string;
  /** The back button, until a send was tried. */
  children: ReactNode;
}

/** Asks for the password or another proof (WAL-37) and sends; retries do not send twice. */
export function SendConfirm(props: SendConfirmProps) {
  const { owner, what, amountMinor, openPair, onOpen, action, children } = props;
  const [sent, setSent] = useState('');
  const kept = useRef(openPair);
  const sendOnce = async () => {
    kept.current ??= await newPair();
    const pair = kept.current;
    // Stored before the call, as the page may be closed before the answer.
    openSends.keep(owner, { ...what, pair });
    try {
      const receiverId = what.person._id;
      const message = await sendMoney(pair, {
        receiverId,
        amountMinor,
        note: what.draft.note.trim(),
      });
      openSends.forget();
      setSent(message);
      // Shown again after the reload, which closes the dialog.
      session.write(sessionKeys.notice, message);
      setTimeout(() => location.reload(), reloadAfterMs);
    } catch (error) {
      const settled = isSettled(error, openPair !== undefined);
      onOpen(settled ? undefined : pair);
      if (settled) openSends.forget();
      void refreshMovements();
      if (!isRefusal(error, 'wallet.token')) throw error;
      kept.current = undefined;
      // In another session, or a day later, the refusal does not tell whether the pair was spent.
      throw openPair ? new ApiError(error.status, text('wallet.send.lookFirst')) : error;
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
