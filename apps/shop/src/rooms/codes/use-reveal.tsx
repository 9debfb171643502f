import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useProof } from '../identity/use-proof.tsx';

/** Delay before codes are requested, while the ring fills (ORD-10); equal to `--reveal-time` of the CSS. */
const ringMs = 1_000;

/** A ring that fills during the delay. */
export function RevealRing() {
  return (
    <svg
      viewBox="0 0 36 36"
      className="reveal-ring -m-0.5 size-5 -rotate-90 text-leaf"
      aria-hidden="true"
    >
      <circle cx="18" cy="18" r="15" fill="none" className="stroke-line" strokeWidth="5" />
      <circle
        cx="18"
        cy="18"
        r="15"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        pathLength="100"
      />
    </svg>
  );
}

type Look = () => Promise<void>;

/** Why the reveal was refused, with a link to unlock the account. */
function Refused({ error }: { error: Error }) {
  return (
    <p role="alert" className="mt-1 text-13 font-medium text-fail">
      {messageOf(error)}{' '}
      {isRefusal(error, 'account.locked') && (
        <Link to="/account/security" className="underline underline-offset-4">
          {text('error.accountLocked.link')}
        </Link>
      )}
    </p>
  );
}

/** Waits for the ring, then reveals; unmounting before that sends no call. */
export function useReveal() {
  const [filling, setFilling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The server asks for a proof of identity after several reveals of one session.
  const { run, dialog } = useProof({
    title: text('orders.prove.title'),
    intro: text('orders.prove.intro'),
    action: text('orders.prove.action'),
  });
  const view = useMutation({ mutationFn: (look: Look) => run(look), meta: { quiet: true } });
  useEffect(() => () => clearTimeout(timer.current), []);
  const reveal = (look: Look) => {
    if (!navigator.onLine) {
      toast.plain(text('offline.reveal'));
      return;
    }
    view.reset();
    setFilling(true);
    timer.current = setTimeout(() => {
      setFilling(false);
      view.mutate(look);
    }, ringMs);
  };
  const refusal = view.error && <Refused error={view.error} />;
  return { revealing: filling || view.isPending, reveal, refusal, dialog };
}
