import { isAway } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { TornCard } from '../../rooms/pages/torn-card.tsx';
import { useMember } from '../../session/member.ts';
import { MessagePage } from './message-page.tsx';

/**
 * The error page of crashes and of `/error` (OPEN-05). When the server is unreachable (ERR-01) it is shown in place of
 * the page until the server answers.
 */
export function ErrorPage() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const member = useMember();
  const noServer = isAway(error);
  // Not by a revalidation: through one that ends at once the router keeps the error.
  const open = () => void navigate(location, { replace: true });
  const openAgain = useEffectEvent(open);
  // The member is known once the server is reachable again.
  useEffect(() => {
    if (noServer && member) openAgain();
  }, [noServer, member]);
  // No error (null or undefined, by the router's types): this is the page `/error`, without a retry.
  const crashed = error !== undefined && error !== null;
  useEffect(() => {
    if (!crashed) return;
    // Loaded only now, as few pages crash; fails without a network.
    import('../../boot/report-crash.ts').then(
      ({ reportCrash }) => reportCrash(error),
      () => undefined,
    );
  }, [crashed, error]);
  const tryAgain = () => (noServer ? open() : window.location.reload());
  return (
    <MessagePage
      title={noServer ? error.message : text('errorPage.text')}
      hint={noServer ? text('ui.failed') : text('errorPage.hint')}
      drawing={<TornCard />}
      action={
        <>
          {crashed && (
            <Button look="primary" onClick={tryAgain}>
              {text('ui.tryAgain')}
            </Button>
          )}
          <ButtonLink to="/" look={crashed ? 'secondary' : 'primary'}>
            {text('errorPage.backHome')}
          </ButtonLink>
        </>
      }
    />
  );
}
