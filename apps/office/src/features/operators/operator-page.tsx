/** One operator, and what may be done to them. */
import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { changeOperatorRole } from '@giftlane/contract/office/operators.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { RowSkeletons } from '../../list/list.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { useMay, useOperator } from '../../session.ts';
import { type Row, StateBadge } from './page.tsx';
import { refetchStaff } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { roleWords } from './role-words.ts';

/** A button that does one thing to an operator and says so. */
function Deed(props: {
  label: string;
  done: string;
  look?: 'danger';
  act: () => Promise<unknown>;
}) {
  const { label, done, look, act } = props;
  return (
    <ActionButton
      size="small"
      {...(look && { look })}
      act={async () => {
        await act().finally(refetchStaff);
        toast.success(done);
      }}
    >
      {label}
    </ActionButton>
  );
}

const Section = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint: string;
  children: ReactNode;
}) => (
  <section className="border-t border-line py-5">
    <h2 className="text-17 font-semibold">{title}</h2>
    <p className="mt-1 mb-3 max-w-prose text-15 text-soft">{hint}</p>
    {children}
  </section>
);

function RoleForm({ row }: { row: Row }) {
  const params = { id: row._id };
  const state = useContractForm(
    changeOperatorRole.body,
    { sRole: row.sRole ?? '' },
    async (body) => {
      await send('PUT /office/operators/{id}/role', { params, body });
      await refetchStaff();
      toast.success(text('office.operator.role.done'));
    },
    { 'operator.beyond': 'sRole', 'operator.last_owner': 'sRole', 'role.not_found': 'sRole' },
  );
  return (
    <div className="max-w-form">
      <Form state={state} action={text('office.operator.role.save')}>
        <RoleChoice {...state.field('sRole')} />
      </Form>
    </div>
  );
}

function Recovery({ row: { _id, oRecovery } }: { row: Row }) {
  const own = useOperator()._id;
  const params = { id: _id };
  if (!oRecovery)
    return (
      <Deed
        label={text('office.recovery.start')}
        done={text('office.recovery.started')}
        act={() => send('POST /office/operators/{id}/recovery', { params })}
      />
    );
  const { _startedBy, sStartedBy, sConfirmedBy } = oRecovery;
  const mayConfirm = !sConfirmedBy && _startedBy !== own && _id !== own;
  return (
    <Notice
      tone="waiting"
      standing
      title={
        sConfirmedBy
          ? text('office.recovery.mailed', { name: sConfirmedBy })
          : text('office.recovery.waits', { name: sStartedBy })
      }
    >
      <div className="mt-3 flex flex-wrap gap-3">
        {mayConfirm && (
          <Deed
            label={text('office.recovery.confirm')}
            done={text('office.recovery.confirmed')}
            act={() => send('PUT /office/operators/{id}/recovery', { params })}
          />
        )}
        <Deed
          label={text('office.recovery.end')}
          done={text('office.recovery.ended')}
          act={() => send('DELETE /office/operators/{id}/recovery', { params })}
        />
      </div>
    </Notice>
  );
}

function Close({ row }: { row: Row }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        {text('office.operator.close')}
      </Button>
      {asking && (
        <Dialog
          title={text('office.operator.close.ask', { name: row.sName || row.sEmail })}
          intro={text('office.operator.close.text')}
          onClose={() => setAsking(false)}
        >
          <div className="flex flex-wrap gap-3">
            <Deed
              look="danger"
              label={text('office.operator.close')}
              done={text('office.operator.close.done')}
              act={() => send('DELETE /office/operators/{id}', { params: { id: row._id } })}
            />
            <DialogClose>{text('office.cancel')}</DialogClose>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Deeds({ row }: { row: Row }) {
  const params = { id: row._id };
  return (
    <>
      {row.eState === 'invited' && (
        <Section
          title={text('office.operator.invitation')}
          hint={
            row.dInvitedUntil
              ? text('office.operator.until', { when: formatMoment(row.dInvitedUntil) })
              : text('office.operator.unsent')
          }
        >
          <Deed
            label={text('office.operator.again')}
            done={text('office.operator.mailed', { email: row.sEmail })}
            act={() => send('POST /office/operators/{id}/invitation', { params })}
          />
        </Section>
      )}
      <Section title={text('office.role')} hint={text('office.operator.role.hint')}>
        <RoleForm key={row.sRole} row={row} />
      </Section>
      {row.eState === 'active' && (
        <Section title={text('office.recovery')} hint={text('office.recovery.hint')}>
          <Recovery row={row} />
        </Section>
      )}
      <Section title={text('office.operator.end')} hint={text('office.operator.close.text')}>
        <Close row={row} />
      </Section>
    </>
  );
}

/** The page of an operator. */
export function OperatorPage() {
  const { id = '' } = useParams();
  const query = useQuery(apiQuery('GET /office/operators/{id}', { params: { id } }));
  const mayRead = useMay('audit.read');
  return (
    <Loaded query={query} page waiting={<RowSkeletons />}>
      {(row) => (
        <Page
          title={row.sName || row.sEmail}
          back={<BackLink to="/operators">{text('office.nav.operators')}</BackLink>}
          intro={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {row.sEmail} · {roleWords(row.sRoleName)}
              {row.dSeenAt &&
                ` · ${text('office.operator.seenAt', { when: formatMoment(row.dSeenAt) })}`}
              <StateBadge row={row} />
            </span>
          }
          action={
            mayRead && (
              <Link to={`/audit?${new URLSearchParams({ who: row.sEmail })}`}>
                {text('office.operator.log')}
              </Link>
            )
          }
        >
          {row.eState !== 'closed' && <Deeds row={row} />}
        </Page>
      )}
    </Loaded>
  );
}
