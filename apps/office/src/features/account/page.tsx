/** The operator's own account: sessions and password. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { changePassword } from '@giftlane/contract/office/session.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { PasswordField } from '@giftlane/ui/form/field.tsx';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { RowSkeletons } from '../../list/list.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { readAnew } from '../../read-anew.ts';
import { useOperator } from '../../session.ts';
import { CodeField } from '../entry/code-field.tsx';
import { roleWords } from '../operators/role-words.ts';

const sessionsQuery = apiQuery('GET /office/sessions', {});

type Session = Answer<'GET /office/sessions'>['data'][number];

function SessionRow({ session }: { session: Session }) {
  const { _id, bCurrent, sDevice, sPlace, dCreatedAt, dSeenAt } = session;
  const device = sDevice || text('security.device.unknown');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div>
        <p className="font-medium">
          {device} {bCurrent && <Badge tone="success">{text('office.session.this')}</Badge>}
        </p>
        <p className="text-13 text-soft tabular-nums">
          {[
            sPlace,
            text('office.session.since', { when: formatMoment(dCreatedAt) }),
            text('office.session.seen', { when: formatMoment(dSeenAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!bCurrent && (
        <ActionButton
          size="small"
          aria-label={text('office.session.endOf', { device })}
          act={() => send('DELETE /office/sessions/{id}', { params: { id: _id } })}
          changes={['GET /office/sessions']}
        >
          {text('office.session.end')}
        </ActionButton>
      )}
    </li>
  );
}

const empty = { sPassword: '', sNewPassword: '', sCode: '' };

function Password() {
  const state = useContractForm(
    changePassword.body,
    empty,
    async (body) => {
      await send('PUT /office/password', { body });
      state.form.reset(empty);
      toast.success(text('office.password.done'));
      await readAnew('GET /office/sessions');
    },
    { 'account.guessable_password': 'sNewPassword', 'account.same_password': 'sNewPassword' },
  );
  return (
    <Form state={state} action={text('office.password.change')}>
      <PasswordField
        {...state.field('sPassword')}
        label={text('office.password.old')}
        autoComplete="current-password"
      />
      <PasswordField
        {...state.field('sNewPassword')}
        label={text('office.password.new')}
        autoComplete="new-password"
      />
      <CodeField {...state.field('sCode')} />
    </Form>
  );
}

/** One's own account. */
export function Account() {
  const { sName, sEmail, sRole } = useOperator();
  const query = useQuery(sessionsQuery);
  return (
    <Page title={sName || sEmail} intro={`${sEmail} · ${roleWords(sRole)}`}>
      <div className="grid max-w-page gap-x-12 gap-y-8 lg:grid-cols-2">
        <section>
          <h2 className="mb-2 text-17 font-semibold">{text('office.sessions')}</h2>
          <Loaded query={query} waiting={<RowSkeletons />}>
            {(sessions) => (
              <ul>
                {sessions.map((session) => (
                  <SessionRow key={session._id} session={session} />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
        <section className="max-w-form">
          <h2 className="text-17 font-semibold">{text('office.password')}</h2>
          <p className="mt-1 mb-4 text-15 text-soft">{text('office.password.hint')}</p>
          <Password />
        </section>
      </div>
    </Page>
  );
}
