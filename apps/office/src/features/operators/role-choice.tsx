import { text } from '@giftlane/texts/text.ts';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useOperator } from '../../session.ts';
import { rolesQuery } from './queries.ts';
import { roleWords } from './role-words.ts';

/** Chooses one of the roles that go no further than one's own. */
export function RoleChoice(props: Omit<ComponentProps<typeof SelectField>, 'label'>) {
  const own = new Set(useOperator().aPermissions);
  const { data } = useQuery(rolesQuery);
  // Without its options a select would not keep its value.
  if (!data) return <Skeleton className="h-16" />;
  const may = data.filter(({ aPermissions }) => aPermissions.every((one) => own.has(one)));
  return (
    <SelectField {...props} label={text('office.role')}>
      <option value="">{text('office.role.choose')}</option>
      {may.map(({ _id, sName }) => (
        <option key={_id} value={_id}>
          {roleWords(sName)}
        </option>
      ))}
    </SelectField>
  );
}
