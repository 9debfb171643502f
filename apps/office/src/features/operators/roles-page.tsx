/** The roles: five fixed, and the house's own. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { createRole } from '@giftlane/contract/office/operators.ts';
import { type Permission, permissions } from '@giftlane/contract/office/permissions.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowSkeletons } from '../../list/list.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { useOperator } from '../../session.ts';
import { refetchStaff, rolesQuery } from './queries.ts';
import { permissionWords, roleWords } from './role-words.ts';

type StoredRole = Answer<'GET /office/roles'>['data'][number];

const noRole = { sName: '', aPermissions: [] as Permission[] };

/** Makes a role, or changes one. */
function RoleDialog({ role, onClose }: { role: StoredRole | undefined; onClose: () => void }) {
  const own = new Set<string>(useOperator().aPermissions);
  const { sName, aPermissions } = role ?? noRole;
  const state = useContractForm(createRole.body, { sName, aPermissions }, async (body) => {
    await (role
      ? send('PUT /office/roles/{id}', { params: { id: role._id }, body })
      : send('POST /office/roles', { body }));
    await refetchStaff();
    onClose();
  });
  const { error, ...field } = state.field('aPermissions');
  return (
    <Dialog
      title={role ? text('office.role.edit') : text('office.role.new')}
      intro={role && role.nOperators > 0 && text('office.role.have', { count: role.nOperators })}
      onClose={onClose}
    >
      <Form
        state={state}
        action={text('office.save')}
        beside={
          role && (
            <ActionButton
              look="danger"
              disabled={role.nOperators > 0}
              act={async () => {
                await send('DELETE /office/roles/{id}', { params: { id: role._id } });
                await refetchStaff();
                onClose();
              }}
            >
              {text('office.role.delete')}
            </ActionButton>
          )
        }
      >
        <TextField {...state.field('sName')} label={text('office.operator.name')} maxLength={40} />
        <fieldset className="grid gap-x-4 sm:grid-cols-2">
          <legend className="mb-1.5 text-15 font-medium">{text('office.role.permissions')}</legend>
          {permissions.map((permission) => (
            <label
              key={permission}
              className="flex min-h-8 items-center gap-2 text-15 max-md:min-h-11"
            >
              <input
                type="checkbox"
                {...field}
                value={permission}
                disabled={!own.has(permission)}
                className="size-4 accent-leaf"
              />
              {permissionWords[permission]}
            </label>
          ))}
          {error && <FieldError className="mt-1.5 sm:col-span-2">{error}</FieldError>}
        </fieldset>
      </Form>
    </Dialog>
  );
}

function RoleRow({ role, onEdit }: { role: StoredRole; onEdit: () => void }) {
  const name = roleWords(role.sName);
  const words = role.aPermissions.map((permission) => permissionWords[permission]).join(', ');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">
          {name}{' '}
          <span className="ms-2 text-13 font-normal text-soft tabular-nums">
            {text('office.role.have', { count: role.nOperators })}
          </span>
        </p>
        <p className="text-13 text-soft">
          {role.aPermissions.length === permissions.length ? text('office.role.all') : words}
        </p>
      </div>
      {!role.bFixed && (
        <Button size="small" aria-label={text('office.role.edit.of', { name })} onClick={onEdit}>
          {text('office.edit')}
        </Button>
      )}
    </li>
  );
}

/** Roles with their permissions; the own ones can be changed. */
export function Roles() {
  const query = useQuery(rolesQuery);
  const [edited, setEdited] = useState<StoredRole | 'new'>();
  return (
    <Page
      title={text('office.roles')}
      back={<BackLink to="/operators">{text('office.nav.operators')}</BackLink>}
      action={
        <Button look="primary" size="small" onClick={() => setEdited('new')}>
          {text('office.role.new')}
        </Button>
      }
    >
      <Loaded query={query} waiting={<RowSkeletons />}>
        {(roles) => (
          <ul className="max-w-page">
            {roles.map((role) => (
              <RoleRow key={role._id} role={role} onEdit={() => setEdited(role)} />
            ))}
          </ul>
        )}
      </Loaded>
      {edited && (
        <RoleDialog
          role={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
