import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { useAction } from '@giftlane/client/use-action.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { readSecurityAnew } from '../../rooms/identity/security.ts';
import { Dated } from '../../rooms/pages/dated.tsx';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { RowIcon } from './row-icon.tsx';

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => sendForData('GET /security/sessions', { signal }),
});

const perPage = 10;
export const signInsQuery = (page: number) =>
  queryOptions({
    queryKey: ['security', 'sign-ins', page],
    queryFn: async ({ signal }) => {
      const query = { page, limit: perPage };
      return send('GET /security/sign-ins', { query, signal });
    },
    placeholderData: keepPreviousData,
  });

const regions = new Intl.DisplayNames('en-US', { type: 'region' });

/** A country's name, or a network without its last part. */
const placeWords = (place: string) =>
  /^[A-Z]{2}$/.test(place) ? (regions.of(place) ?? place) : text('security.network', { place });

const deviceWords = (device: string) => device || text('security.device.unknown');
const DeviceIcon = ({ device }: { device: string }) => (
  <RowIcon>{/Android|iPhone|iPad/.test(device) ? <Smartphone /> : <Monitor />}</RowIcon>
);
const when = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`;

type Session = Answer<'GET /security/sessions'>['data'][number];

function SessionRow({ session }: { session: Session }) {
  const end = useAction(() => endThem({ sId: session._id }));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0">
      <DeviceIcon device={session.sDevice} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {deviceWords(session.sDevice)}
          {session.bCurrent && <Badge tone="success">{text('security.sessions.this')}</Badge>}
        </p>
        <p className="text-13 text-soft">
          <Dated
            words={[
              session.sPlace && placeWords(session.sPlace),
              text('security.sessions.used', { when: when(session.dLastSeenAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
      </div>
      {!session.bCurrent && (
        <Button
          size="small"
          className="ml-auto"
          aria-label={text('security.sessions.endOf', { device: deviceWords(session.sDevice) })}
          {...end}
        >
          {text('security.sessions.end')}
        </Button>
      )}
    </li>
  );
}

async function endThem(body: { sId?: string }): Promise<void> {
  try {
    toast.success((await send('POST /security/sessions/end', { body })).message);
  } finally {
    await readSecurityAnew();
  }
}

/** Where the account is open, each to be ended. */
export function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useAction(() => endThem({}));
  return (
    <section aria-labelledby="security-sessions">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="security-sessions" className="text-21">
          {text('security.sessions.title')}
        </h2>
        {data && data.length > 1 && (
          <Button size="small" {...endOthers}>
            {text('security.sessions.endOthers')}
          </Button>
        )}
      </div>
      {error && !data && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <PanelSkeleton rows={2} />}
      {data && (
        <ul className="rounded-panel border border-line bg-surface px-5">
          {data.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      )}
    </section>
  );
}

type SignIn = Answer<'GET /security/sign-ins'>['data'][number];

const hows: Readonly<Record<SignIn['eOpenedBy'] | 'code' | 'recovery', string>> = {
  password: text('security.by.password'),
  google: text('security.by.google'),
  passkey: text('security.by.passkey'),
  code: text('security.by.code'),
  recovery: text('security.by.recovery'),
};

const howWords = ({ eOpenedBy, eFactor }: SignIn) =>
  eFactor ? `${hows[eOpenedBy]} + ${hows[eFactor]}` : hows[eOpenedBy];

/** Sign-ins of the last 90 days; `newPassword` leads to what shuts out who should not have been there. */
export function SignIns({ newPassword }: { newPassword: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(signInsQuery(page));
  return (
    <section aria-labelledby="security-sign-ins">
      <h2 id="security-sign-ins" className="text-21">
        {text('security.signIns.title')}
      </h2>
      <p className="mt-1 mb-2 text-soft">{text('security.signIns.text')}</p>
      {error && !data && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <PanelSkeleton rows={2} />}
      {data && (
        <>
          <ul className="rounded-panel border border-line bg-surface px-5">
            {data.data.map((signIn) => (
              <li
                key={signIn._id}
                className="flex items-center gap-x-3 border-t border-line py-3 first:border-t-0"
              >
                <DeviceIcon device={signIn.sDevice} />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 font-medium">
                    {deviceWords(signIn.sDevice)}
                    {signIn.bNewDevice && (
                      <Badge tone="waiting">{text('security.signIns.new')}</Badge>
                    )}
                  </p>
                  <p className="text-13 text-soft">
                    {[signIn.sPlace && placeWords(signIn.sPlace), howWords(signIn)]
                      .filter(Boolean)
                      .join(' · ')}
                    {/* On a phone the moment has a line of its own. */}
                    <span className="max-sm:hidden"> · </span>
                    <span className="whitespace-nowrap max-sm:block">
                      {when(signIn.dCreatedAt)}
                    </span>
                  </p>
                </div>
                {signIn.bNewDevice && (
                  <ButtonLink
                    to={newPassword}
                    size="small"
                    aria-label={text('security.signIns.notMeOf', {
                      device: deviceWords(signIn.sDevice),
                    })}
                  >
                    {text('security.signIns.notMe')}
                  </ButtonLink>
                )}
              </li>
            ))}
            {data.data.length === 0 && (
              <li className="py-3 text-soft">{text('security.signIns.none')}</li>
            )}
          </ul>
          <Pager page={page} pages={Math.ceil(data.totalCount / perPage)} onPage={setPage} />
        </>
      )}
    </section>
  );
}
