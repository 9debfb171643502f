/** An issue: how far it is sent, and its text. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { Preview } from '../../parts/preview.tsx';
import { progressOf } from './progress.ts';

type Issue = Answer<'GET /office/newsletter/{id}'>['data'];

const isGoingOn = ({ nSent, nReaders, bStopped }: Issue) => !bStopped && nSent < nReaders;
/** Its readers are not counted yet in the first seconds. */
const isNew = ({ dCreatedAt }: Issue) => Date.now() - Date.parse(dCreatedAt) < 60_000;

function Progress({ issue }: { issue: Issue }) {
  const { _id: id, nSent, nReaders, bStopped } = issue;
  return (
    <div className="mb-6 flex max-w-prose flex-wrap items-center gap-4">
      <div className="min-w-48 grow">
        <p id="progress" aria-live="polite" className="mb-1 text-15 tabular-nums">
          {progressOf(issue)}
        </p>
        <progress
          aria-labelledby="progress"
          value={nSent}
          max={Math.max(1, nReaders)}
          className="block h-2 w-full appearance-none overflow-hidden rounded-small bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
        />
      </div>
      {(bStopped || nSent < nReaders || nReaders === 0) && (
        <ActionButton
          act={() =>
            send('PUT /office/newsletter/{id}/stopped', {
              params: { id },
              body: { bStopped: !bStopped },
            })
          }
          changes={['GET /office/newsletter/{id}']}
        >
          {bStopped ? text('office.newsletter.goOn') : text('office.newsletter.stop')}
        </ActionButton>
      )}
    </div>
  );
}

/** Shows an issue; its progress follows while it is sent. */
export function IssuePage() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...apiQuery('GET /office/newsletter/{id}', { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data && (isGoingOn(data) || isNew(data)) ? 2_000 : false,
  });
  return (
    <Page
      title={query.data?.sSubject ?? text('office.nav.newsletter')}
      back={<BackLink to="/newsletter">{text('office.nav.newsletter')}</BackLink>}
      intro={
        query.data && (
          <p>
            {query.data.sSender} · {formatMoment(query.data.dCreatedAt)}
          </p>
        )
      }
    >
      <Loaded query={query} waiting={<Skeleton className="h-96" />}>
        {(issue) => (
          <>
            <Progress issue={issue} />
            <div className="max-w-prose">
              <Preview
                label={text('office.pages.text')}
                title={issue.sSubject}
                markdown={issue.sBody}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
