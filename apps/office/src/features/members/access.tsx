import { send } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { column, momentColumn } from '../../list/column.tsx';
import { type Column, TableSection } from '../../list/list.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { useMay } from '../../session.ts';
import type { OfficeMember } from './office-member.ts';
import { way } from './words.ts';

const EndButton = ({ id, session, label }: { id: string; session?: string; label: string }) => (
  <ActionButton
    size="small"
    className={cx(session && '-my-2')}
    act={() => {
      const body = { sSessionId: session };
      return send('POST /office/members/{id}/sessions/end', { params: { id }, body });
    }}
    changes={['GET /office/members/{id}']}
  >
    {label}
  </ActionButton>
);

const place = ({ sDevice, sPlace }: { sDevice: string; sPlace: string }) =>
  [sDevice || text('security.device.unknown'), sPlace].filter(Boolean).join(', ');

const signInColumns: readonly Column<OfficeMember['aSignIns'][number]>[] = [
  momentColumn(text('office.orders.at'), 'dCreatedAt'),
  column(text('office.member.device'), place),
  column(text('office.member.how'), ({ sOpenedBy, sFactor, bNewDevice }) =>
    [way(sOpenedBy), way(sFactor), bNewDevice && text('office.member.newDevice')]
      .filter(Boolean)
      .join(', '),
  ),
];

/** Where a member is signed in, and was. */
export function Access({ member: { _id: id, aSessions, aSignIns } }: { member: OfficeMember }) {
  const may = useMay('members.freeze');
  return (
    <>
      <TableSection
        label={text('office.member.sessions')}
        none={text('office.member.noSessions')}
        action={
          may && aSessions.length > 0 && <EndButton id={id} label={text('office.member.endAll')} />
        }
        rows={aSessions}
        columns={[
          column(text('office.member.device'), place),
          momentColumn(text('office.member.began'), 'dCreatedAt', 'wide'),
          momentColumn(text('office.member.lastSeen'), 'dLastSeenAt'),
          column<OfficeMember['aSessions'][number]>(
            text('office.list.action'),
            ({ _id }) =>
              may && <EndButton id={id} session={_id} label={text('office.member.end')} />,
            'figure',
          ),
        ]}
      />
      <TableSection
        label={text('office.member.signIns')}
        none={text('office.member.noSignIns')}
        rows={aSignIns}
        columns={signInColumns}
      />
    </>
  );
}
