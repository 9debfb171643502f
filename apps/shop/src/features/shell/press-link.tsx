import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { BrokenLink, SealedLetter } from '../../rooms/pages/drawings.tsx';
import { MessagePage } from './message-page.tsx';

const toHome = (look: 'primary' | 'secondary') => (
  <ButtonLink look={look} to="/">
    {text('errorPage.backHome')}
  </ButtonLink>
);

/** Where a link that is worth nothing needs a person. */
export const toSupport = (
  <>
    <ButtonLink look="primary" to="/contact-us">
      {text('nav.contactUs')}
    </ButtonLink>
    {toHome('secondary')}
  </>
);

interface Said {
  title: string;
  hint: string;
  /** Home, if nothing else. */
  action?: ReactNode;
}

interface PressLinkProps {
  title: string;
  hint: string;
  /** What the button says, and does with the token of the link. */
  label: string;
  press: (params: { token: string }) => Promise<unknown>;
  done: Said;
  /** What is said where the link is worth nothing (any more), and the refusals that mean it. */
  dead: Said & { codes: readonly string[] };
}

/** The page of a mailed link that takes a press: scanners of mails open every link, and press nothing. */
export function PressLink({ title, hint, label, press, done, dead }: PressLinkProps) {
  const { token = '' } = useParams();
  const isDead = (error: unknown) => isRefusal(error, ...dead.codes);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => press({ token }),
    onError: (failure) => {
      if (!isDead(failure)) toast.failure(messageOf(failure));
    },
    meta: { quiet: true },
  });
  const button = (
    <Button look="primary" busy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
  const said = isDead(error) ? dead : isSuccess ? done : { title, hint, action: button };
  return (
    <div aria-live="polite">
      <MessagePage
        title={said.title}
        hint={said.hint}
        action={said.action ?? toHome('primary')}
        drawing={said === dead ? <BrokenLink /> : <SealedLetter />}
      />
    </div>
  );
}
