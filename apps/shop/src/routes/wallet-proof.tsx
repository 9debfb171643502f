import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useParams } from 'react-router';
import { LineCheck } from '../features/proof/line-check.tsx';
import { WayBack } from '../rooms/pages/back-link.tsx';
import { requireMember } from '../session/guards.ts';

export const loader = requireMember();

/** Whether a line of the wallet is in the sealed book as it is shown. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page
      title={text('proof.title')}
      back={<WayBack to="/account/wallet">{text('proof.back')}</WayBack>}
    >
      <LineCheck key={id} id={id} />
    </Page>
  );
}
