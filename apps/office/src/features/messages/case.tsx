/** A thread: what was written, the member beside it, and the answer. */
import { send } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatDate, formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ActionButton } from '../../parts/action-button.tsx';
import { AnswerForm } from './answer-form.tsx';
import { subjectOf, type Thread } from './thread.ts';

type Entry = Thread['aEntries'][number];

const kyc = {
  p: text('office.messages.kyc.p'),
  s: text('office.messages.kyc.s'),
  v: text('office.messages.kyc.v'),
  r: text('office.messages.kyc.r'),
};

/** Words of strangers: text as it stands, in the direction it is written. */
function EntryItem({ entry, thread }: { entry: Entry; thread: Thread }) {
  const { sOperator, sSubject, sWords, bSignedIn, bSuspect, dCreatedAt } = entry;
  const isOurs = sOperator !== null;
  return (
    <li
      className={cx(
        'rounded-panel border p-4',
        isOurs ? 'border-leaf/40 bg-leaf-tint' : 'border-line bg-surface',
      )}
    >
      <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft">
        <bdi className="min-w-0 truncate font-semibold text-ink">
          {sOperator ?? (thread.sName || thread.sEmail)}
        </bdi>
        <time dateTime={dCreatedAt}>{formatMoment(dCreatedAt)}</time>
        {!isOurs && bSignedIn && <Badge tone="success">{text('office.messages.signedIn')}</Badge>}
        {bSuspect && <Badge tone="danger">{text('office.messages.suspect')}</Badge>}
      </p>
      {!isOurs && sSubject !== '' && sSubject !== thread.sSubject && (
        <p dir="auto" className="mb-1 font-medium wrap-anywhere">
          {sSubject}
        </p>
      )}
      <p dir="auto" className="max-w-prose text-15 wrap-anywhere whitespace-pre-line">
        {sWords}
      </p>
    </li>
  );
}

function Writer({ thread: { sEmail, oMember, aEntries } }: { thread: Thread }) {
  if (!oMember)
    return (
      <>
        <bdi className="block truncate font-semibold">{sEmail}</bdi>
        <p className="text-soft">{text('office.messages.noMember')}</p>
      </>
    );
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <Link to={`/members/${oMember._id}`} className="min-w-0 truncate font-semibold text-leaf">
          <bdi>{oMember.sFullName}</bdi>
        </Link>
        {oMember.bFrozen && <Badge tone="danger">{text('office.messages.frozen')}</Badge>}
      </p>
      <p className="truncate text-soft">{sEmail}</p>
      <p>{kyc[oMember.eKyc]}</p>
      <p>{text('office.messages.since', { date: formatDate(oMember.dCreatedAt) })}</p>
      {!aEntries.some(({ bSignedIn }) => bSignedIn) && (
        <p className="w-full text-13 text-amber">{text('office.messages.unproven')}</p>
      )}
    </>
  );
}

const Reopen = ({ thread: { _id: id, nMoves } }: { thread: Thread }) => (
  <ActionButton
    act={() => {
      const body = { eState: 'open', nMoves } as const;
      return send('PUT /office/messages/{id}/state', { params: { id }, body });
    }}
    changes={['GET /office/messages', 'GET /office/messages/{id}']}
  >
    {text('office.messages.reopen')}
  </ActionButton>
);

/** The open thread. */
export function MessageCase({ id }: { id: string }) {
  const query = useQuery(apiQuery('GET /office/messages/{id}', { params: { id } }));
  return (
    <Loaded query={query} waiting={<Skeleton className="h-96" />}>
      {(thread) => (
        <article aria-labelledby="subject">
          <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
            <h2 id="subject" dir="auto" className="min-w-0 text-21 wrap-anywhere">
              {subjectOf(thread)}
            </h2>
            {thread.eState !== 'open' && <Reopen thread={thread} />}
          </div>
          <aside
            aria-label={text('office.messages.writer')}
            className="mb-4 flex min-w-0 flex-wrap gap-x-4 text-15"
          >
            <Writer thread={thread} />
          </aside>
          <ol className="space-y-3">
            {thread.aEntries.map((entry) => (
              <EntryItem key={entry._id} entry={entry} thread={thread} />
            ))}
          </ol>
          {/* Anew when the thread has moved: its moves are part of the answer. */}
          <AnswerForm key={thread.nMoves} thread={thread} />
        </article>
      )}
    </Loaded>
  );
}
