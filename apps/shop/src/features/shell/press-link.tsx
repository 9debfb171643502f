import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { BrokenLink, SealedLetter } from '../../rooms/pages/drawings.tsx';
import { MessagePage } from './message-page.tsx';

const homeLink = (look: 'primary' | 'secondary') => (
  <ButtonLink look={look} to="/">
    {text('errorPage.backHome')}
  </ButtonLink>
);

/** Links for a broken mail link that only support can help with. */
export const supportLinks = (
  <>
    <ButtonLink look="primary" to="/contact-us">
      {text('nav.contactUs')}
    </ButtonLink>
    {homeLink('secondary')}
  </>
);

interface Message {
  title: string;
  hint: string;
  /** By default a link to the home page. */
  action?: ReactNode;
}

interface PressLinkProps {
  title: string;
  hint: string;
  /** Label of the button. */
  label: string;
  /** The call of the button, with the link's token. */
  press: (params: { token: string }) => Promise<unknown>;
  done: Message;
  /** Shown for refusals with these codes: the link is expired, used or damaged. */
  dead: Message & { codes: readonly string[] };
}

/** The page of a mailed link that acts only on a press, as mail scanners open every link. */
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
  const shown = isDead(error) ? dead : isSuccess ? done : { title, hint, action: button };
  return (
    <div aria-live="polite">
      <MessagePage
        title={shown.title}
        hint={shown.hint}
        action={shown.action ?? homeLink('primary')}
        drawing={shown === dead ? <BrokenLink /> : <SealedLetter />}
      />
    </div>
  );
}
