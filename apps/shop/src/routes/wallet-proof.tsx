import { text } from '@giftlane/contract/messages.ts';
import { useParams } from 'react-router';
import { LineCheck } from '../features/proof/line-check.tsx';
import { requireMember } from '../lib/guards.ts';
import { WayBack } from '../parts/back-link.tsx';
import { Page } from '../ui/page.tsx';

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
