/** One entry of the audit log. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { RowSkeletons } from '../../list/list.tsx';
import { BackLink } from '../../parts/back-link.tsx';

/** A field's name without the letter that says its type. */
const plainName = (name: string) => name.replace(/^(?:[a-z](?=[A-Z])|_)/, '');

/** An entry with its facts and its place in the chain. */
export function AuditEntry() {
  const { id = '' } = useParams();
  const query = useQuery(apiQuery('GET /office/audit/entries/{id}', { params: { id } }));
  return (
    <Loaded query={query} page waiting={<RowSkeletons />}>
      {({ sActor, sDeed, sSubject, dAt, sSummary, aFacts, sHash }) => (
        <Page
          title={sDeed}
          back={<BackLink to="/audit">{text('office.nav.audit')}</BackLink>}
          intro={sSummary}
        >
          <dl className="grid max-w-page gap-x-6 gap-y-2 text-15 sm:grid-cols-[max-content_1fr]">
            {[
              [text('office.audit.number'), id],
              [text('office.audit.time'), formatMoment(dAt)],
              [text('office.audit.who'), sActor],
              [text('office.audit.subject'), sSubject],
              ...aFacts.map(({ sName, sValue }) => [plainName(sName), sValue] as const),
              [text('office.audit.hash'), sHash],
            ]
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-soft max-sm:mt-2">{name}</dt>
                  <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">{value}</dd>
                </div>
              ))}
          </dl>
        </Page>
      )}
    </Loaded>
  );
}
