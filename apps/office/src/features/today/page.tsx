import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useOperator } from '../../session.ts';

/** What an operator sees first. */
export function Today() {
  const { sName } = useOperator();
  return (
    <Page title={text('office.nav.today')} intro={sName}>
      {null}
    </Page>
  );
}
