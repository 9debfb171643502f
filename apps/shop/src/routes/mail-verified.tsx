import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Link } from 'react-router';
import { authLinkClass } from '../features/auth/auth-page.tsx';
import { MessagePage } from '../features/shell/message-page.tsx';
import { useCartCount } from '../rooms/checkout/cart.ts';
import { SealedLetter } from '../rooms/pages/drawings.tsx';
import { useMember } from '../session/member.ts';

/** The e-mail is verified (ROUTE-10). The link may have reached somebody who has no account. */
export function Component() {
  const member = useMember();
  const holdsCards = useCartCount() > 0;
  return (
    <MessagePage
      title={text('verify.done')}
      hint={text(member ? 'verify.doneHint' : 'verify.doneGuest')}
      drawing={<SealedLetter />}
      action={
        <>
          <ButtonLink to={holdsCards ? '/account/cart' : '/gift-cards'} look="primary">
            {text(holdsCards ? 'verify.toCart' : 'verify.browse')}
          </ButtonLink>
          {!member && (
            <p className="w-full text-13 text-soft">
              {textParts('verify.notMine', {
                action: (
                  <Link to="/auth/forgot-password" className={authLinkClass}>
                    {text('verify.notMine.action')}
                  </Link>
                ),
              })}
            </p>
          )}
        </>
      }
    />
  );
}
