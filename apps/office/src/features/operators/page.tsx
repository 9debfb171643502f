/** The people of the office. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { inviteOperator } from '@giftlane/contract/office/operators.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ageColumn, column, linkColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { useList } from '../../list/use-list.ts';
import { refetchStaff } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { roleWords } from './role-words.ts';

export type Row = Answer<'GET /office/operators/{id}'>['data'];

const states: Readonly<Record<Row['eState'], readonly [Tone, string]>> = {
  invited: ['waiting', text('office.operator.invited')],
  active: ['success', text('office.operator.active')],
  closed: ['plain', text('office.operator.closed')],
};

/** The state of an account, or that it is being recovered. */
export function StateBadge({ row }: { row: Row }) {
  if (row.oRecovery) return <Badge tone="attention">{text('office.operator.recovering')}</Badge>;
  const [tone, words] = states[row.eState];
  return <Badge tone={tone}>{words}</Badge>;
}

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.email'),
    ({ _id }) => `/operators/${_id}`,
    ({ sEmail }) => sEmail,
  ),
  column(text('office.operator.name'), 'sName', 'wide'),
  column(text('office.role'), ({ sRoleName }) => roleWords(sRoleName)),
  column(text('office.operator.state'), (row) => <StateBadge row={row} />),
  ageColumn(text('office.operator.seen'), 'dSeenAt'),
];

function Invite({ onClose }: { onClose: () => void }) {
  const state = useContractForm(
    inviteOperator.body,
    { sEmail: '', sRole: '' },
    async (body) => {
      await send('POST /office/operators', { body });
      toast.success(text('office.operator.mailed', { email: body.sEmail }));
      await refetchStaff();
      onClose();
    },
    { 'operator.beyond': 'sRole', 'role.not_found': 'sRole' },
  );
  return (
    <Dialog
      title={text('office.operator.invite')}
      intro={text('office.operator.invite.text')}
      onClose={onClose}
    >
      <Form state={state} action={text('office.operator.invite.send')}>
        <TextField {...state.field('sEmail')} label={text('office.email')} type="email" />
        <RoleChoice {...state.field('sRole')} />
      </Form>
    </Dialog>
  );
}

/** Operators by e-mail; closed accounts on a list of their own. */
export function Operators() {
  const [params] = useSearchParams();
  const closed = params.has('closed');
  const [inviting, setInviting] = useState(false);
  const list = useList('GET /office/operators', closed ? { sClosed: 'yes' } : {});
  return (
    <Page
      title={closed ? text('office.operators.closed') : text('office.nav.operators')}
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink look="quiet" size="small" to={closed ? '/operators' : '/operators?closed'}>
            {closed ? text('office.operators.open') : text('office.operators.closed')}
          </ButtonLink>
          <ButtonLink size="small" to="/operators/roles">
            {text('office.roles')}
          </ButtonLink>
          <Button look="primary" size="small" onClick={() => setInviting(true)}>
            {text('office.operator.invite')}
          </Button>
        </div>
      }
    >
      <List
        list={list}
        columns={columns}
        label={text('office.nav.operators')}
        empty={text('office.operators.none')}
      />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  );
}
