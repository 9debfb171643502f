import type { User } from '@giftlane/contract/members/accounts.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { MessagePage } from '../features/shell/message-page.tsx';
import { TornCard } from '../rooms/pages/torn-card.tsx';
import { useResend } from '../rooms/people/use-resend.ts';
import { useMember } from '../session/member.ts';

function ResendButton() {
  return (
    <Button look="primary" {...useResend()}>
      {text('verify.resend')}
    </Button>
  );
}

function hintFor(member: User | null): string {
  if (!member) return text('verify.expiredGuest');
  return text(member.isEmailVerified ? 'verify.doneAlready' : 'verify.expiredHint');
}

/** An expired verification link, and how to get a new one (ROUTE-11, ERR-07). */
export function Component() {
  const member = useMember();
  return (
    <MessagePage
      title={text('errorPage.text')}
      hint={hintFor(member)}
      drawing={<TornCard />}
      action={
        <>
          {member && !member.isEmailVerified && <ResendButton />}
          {!member && (
            <ButtonLink to="/account/profile" look="primary">
              {text('auth.signIn.action')}
            </ButtonLink>
          )}
          <ButtonLink to="/">{text('errorPage.backHome')}</ButtonLink>
        </>
      }
    />
  );
}
