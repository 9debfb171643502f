import { type Answer, send } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiPageQuery, apiQuery } from '@giftlane/client/queries.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { locale } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { refetchSecurity } from '../../rooms/identity/security.ts';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { RowIcon } from './row-icon.tsx';

export const sessionsQuery = apiQuery('GET /security/sessions', {});

const perPage = 10;
export const signInsQuery = (page: number) =>
  queryOptions({
    ...apiPageQuery('GET /security/sign-ins', { query: { page, limit: perPage } }),
    placeholderData: keepPreviousData,
  });

const regions = new Intl.DisplayNames(locale, { type: 'region' });

/** The name of a country, or a truncated IP network. */
const placeWords = (place: string) =>
  /^[A-Z]{2}$/.test(place) ? (regions.of(place) ?? place) : text('security.network', { place });

const deviceWords = (device: string) => device || text('security.device.unknown');
const DeviceIcon = ({ device }: { device: string }) => (
  <RowIcon>{/Android|iPhone|iPad/.test(device) ? <Smartphone /> : <Monitor />}</RowIcon>
);

type Session = Answer<'GET /security/sessions'>['data'][number];

/** Ends one session, without an id all others. */
async function endSessions(body: { sId?: string }): Promise<void> {
  try {
    toast.success((await send('POST /security/sessions/end', { body })).message);
  } finally {
    await refetchSecurity();
  }
}

function SessionRow({ session }: { session: Session }) {
  const end = useAction(() => endSessions({ sId: session._id }));
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
              text('security.sessions.used', { when: formatMoment(session.dLastSeenAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
      </div>
      {!session.bCurrent && (
        <Button
          size="small"
          className="ms-auto"
          aria-label={text('security.sessions.endOf', { device: deviceWords(session.sDevice) })}
          {...end}
        >
          {text('security.sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** The account's open sessions, each with a button that ends it. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const endOthers = useAction(() => endSessions({}));
  return (
    <section aria-labelledby="security-sessions">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="security-sessions" className="text-21">
          {text('security.sessions.title')}
        </h2>
        {query.data && query.data.length > 1 && (
          <Button size="small" {...endOthers}>
            {text('security.sessions.endOthers')}
          </Button>
        )}
      </div>
      <Loaded query={query} waiting={<PanelSkeleton rows={2} />}>
        {(sessions) => (
          <ul className="rounded-panel border border-line bg-surface px-5">
            {sessions.map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
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

interface SignInRowProps {
  signIn: SignIn;
  /** The page that sets a new password. */
  newPassword: string;
}

function SignInRow({ signIn, newPassword }: SignInRowProps) {
  const device = deviceWords(signIn.sDevice);
  return (
    <li className="flex items-center gap-x-3 border-t border-line py-3 first:border-t-0">
      <DeviceIcon device={signIn.sDevice} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {signIn.bNewDevice && <Badge tone="waiting">{text('security.signIns.new')}</Badge>}
        </p>
        <p className="text-13 text-soft">
          {[signIn.sPlace && placeWords(signIn.sPlace), howWords(signIn)]
            .filter(Boolean)
            .join(' · ')}
          {/* On a phone the time has a line of its own. */}
          <span className="max-sm:hidden"> · </span>
          <span className="whitespace-nowrap max-sm:block">{formatMoment(signIn.dCreatedAt)}</span>
        </p>
      </div>
      {signIn.bNewDevice && (
        <ButtonLink
          to={newPassword}
          size="small"
          aria-label={text('security.signIns.notMeOf', { device })}
        >
          {text('security.signIns.notMe')}
        </ButtonLink>
      )}
    </li>
  );
}

/** Sign-ins of the last 90 days. Those of a new device have a link to `newPassword`. */
export function SignIns({ newPassword }: Pick<SignInRowProps, 'newPassword'>) {
  const [page, setPage] = useState(1);
  const query = useQuery(signInsQuery(page));
  return (
    <section aria-labelledby="security-sign-ins">
      <h2 id="security-sign-ins" className="text-21">
        {text('security.signIns.title')}
      </h2>
      <p className="mt-1 mb-2 text-soft">{text('security.signIns.text')}</p>
      <Loaded query={query} waiting={<PanelSkeleton rows={2} />}>
        {({ items, total }) => (
          <>
            <ul className="rounded-panel border border-line bg-surface px-5">
              {items.map((signIn) => (
                <SignInRow key={signIn._id} signIn={signIn} newPassword={newPassword} />
              ))}
              {items.length === 0 && (
                <li className="py-3 text-soft">{text('security.signIns.none')}</li>
              )}
            </ul>
            <Pager page={page} pages={Math.ceil(total / perPage)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}
