/** The page of a queue: its cases at the side, the open case beside them, worked by keyboard alone. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import type { Queue } from '@giftlane/contract/office/cases.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Title } from '@giftlane/ui/layout/page.tsx';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { More, News, RowSkeletons } from '../list/list.tsx';
import type { Listed } from '../list/use-list.ts';
import { readDecided } from '../read-anew.ts';
import { decide as make, useWaiting } from './decisions.ts';
import { useKeys } from './keys.ts';
import { useHeld, useHold } from './use-hold.ts';

/** A case in the list. */
export interface CaseRow {
  readonly id: string;
  readonly title: string;
  /** Below the title: a sum, an age. */
  readonly detail: ReactNode;
}

interface OpenCase {
  readonly id: string;
  /** The name of another operator who holds it, else empty. */
  readonly holder: string;
  /** Decides the case in ten seconds, unless it is undone, and opens the next one. */
  decide(decision: { label: string; send: (keepalive: boolean) => Promise<unknown> }): void;
}

const CaseContext = createContext<OpenCase | undefined>(undefined);

/** The open case of a queue. */
export function useCase(): OpenCase {
  const open = use(CaseContext);
  if (!open) throw new Error('no case is open');
  return open;
}

interface QueuePageProps<Row> {
  queue: Queue;
  title: string;
  list: Listed<Row>;
  rowOf: (row: Row) => CaseRow;
  /** Said when nothing waits. */
  empty: string;
  /** Below the title: a link to what waits no more. */
  beside?: ReactNode;
  /** The open case. */
  children: (id: string) => ReactNode;
}

const pathOf = (queue: Queue, id: string) => `/queues/${queue}/${encodeURIComponent(id)}`;

function Cases({
  queue,
  rows,
  openId,
}: {
  queue: Queue;
  rows: readonly CaseRow[];
  openId: string;
}) {
  const held = useHeld(queue);
  return (
    <ul>
      {rows.map(({ id, title, detail }) => (
        <li key={id} className="border-b border-line">
          <Link
            to={pathOf(queue, id)}
            aria-current={id === openId ? 'true' : undefined}
            ref={(link) => void (id === openId && link?.scrollIntoView({ block: 'nearest' }))}
            className={cx(
              'block px-3 py-2 text-ink no-underline',
              id === openId ? 'bg-leaf-tint' : 'hover:bg-sunken',
            )}
          >
            <span className="block truncate text-15 font-medium">{title}</span>
            <span className="flex items-center justify-between gap-2 text-13 text-soft">
              <span className="truncate">{detail}</span>
              {held.has(id) && <Badge tone="waiting">{held.get(id) ?? ''}</Badge>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface ShownProps {
  queue: Queue;
  id: string;
  /** Opens the case after it. */
  next: () => void;
  children: ReactNode;
}

function Shown({ queue, id, next, children }: ShownProps) {
  const holder = useHold(queue, id);
  const decide: OpenCase['decide'] = ({ label, send }) => {
    make({ id, label, send, done: () => readDecided(queue, id) });
    next();
  };
  return (
    <CaseContext value={{ id, holder, decide }}>
      {holder && (
        <div className="mb-4">
          <Notice tone="waiting" title={text('error.caseHeld', { name: holder })} />
        </div>
      )}
      {children}
    </CaseContext>
  );
}

/** A queue with its open case, `:id` of the address. Keys: j and k for the next and the last case. */
export function QueuePage<Row>({
  queue,
  title,
  list,
  rowOf,
  empty,
  beside,
  children,
}: QueuePageProps<Row>) {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const decided = new Set(useWaiting().map((decision) => decision.id));
  const rows = list.rows.map(rowOf).filter((row) => !decided.has(row.id));
  const at = rows.findIndex((row) => row.id === id);
  const open = (row: CaseRow | undefined) =>
    void navigate(row ? pathOf(queue, row.id) : `/queues/${queue}`, { replace: true });
  const step = (by: number) => rows[at + by] && open(rows[at + by]);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const first = rows[0]?.id;
  useEffect(() => {
    // Beside the list there is always an open case; a phone shows the list first.
    if (id === '' && first !== undefined && matchMedia('(width >= 48rem)').matches)
      void navigate(pathOf(queue, first), { replace: true });
  }, [id, first, queue, navigate]);
  const { hasMore, loadingMore, more } = list;
  useEffect(() => {
    if (hasMore && !loadingMore && rows.length < 10) more();
  }, [hasMore, loadingMore, more, rows.length]);
  return (
    <>
      <Title>{title}</Title>
      <div className="gap-6 md:flex">
        <div className={cx('md:w-64 md:shrink-0 xl:w-80', id && 'max-md:hidden')}>
          <div className="mb-3">
            <h1 className="text-21">{title}</h1>
            {beside && <p className="mt-1 text-13">{beside}</p>}
          </div>
          <div className="md:sticky md:top-5 md:max-h-[calc(100dvh-6rem)] md:overflow-y-auto">
            <Loaded query={list.query} waiting={<RowSkeletons />}>
              {() => (
                <>
                  <News list={list} />
                  {rows.length === 0 ? (
                    <p className="px-3 py-6 text-soft">{empty}</p>
                  ) : (
                    <>
                      <Cases queue={queue} rows={rows} openId={id} />
                      <More list={list} />
                    </>
                  )}
                </>
              )}
            </Loaded>
          </div>
        </div>
        <div className="min-w-0 grow">
          {id && (
            <>
              <h1 className="mb-3 text-17 md:hidden">
                <Link to={`/queues/${queue}`}>{title}</Link>
              </h1>
              <Shown key={id} queue={queue} id={id} next={() => open(rows[at + 1] ?? rows[at - 1])}>
                {children(id)}
              </Shown>
            </>
          )}
        </div>
      </div>
    </>
  );
}
