import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { BrokenLink, SealedLetter } from '../../parts/drawings.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { MessagePage } from './message-page.tsx';

interface Said {
  title: string;
  hint: string;
  action: ReactNode;
}

interface PressLinkProps {
  title: string;
  hint: string;
  /** What the button says, and does. */
  label: string;
  press: () => Promise<unknown>;
  done: Said;
  /** Whether the link is worth nothing (any more), and what is said then. */
  isDead: (error: unknown) => boolean;
  dead: Said;
}

/** The page of a mailed link that takes a press: scanners of mails open every link, and press nothing. */
export function PressLink({ title, hint, label, press, done, isDead, dead }: PressLinkProps) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: press,
    onError: (failure) => {
      if (!isDead(failure)) toast.failure(messageOf(failure));
    },
    meta: { quiet: true },
  });
  const ask = {
    title,
    hint,
    action: (
      <Button look="primary" busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
    ),
  };
  return (
    <div aria-live="polite">
      {isDead(error) ? (
        <MessagePage {...dead} drawing={<BrokenLink />} />
      ) : (
        <MessagePage {...(isSuccess ? done : ask)} drawing={<SealedLetter />} />
      )}
    </div>
  );
}
