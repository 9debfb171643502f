import { send } from '@giftlane/client/api.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { column } from '../../list/column.ts';
import { type Column, Table } from '../../list/list.tsx';
import { Moment, Nothing, Section } from '../../parts/figures.tsx';
import { useMay } from '../../session.ts';
import type { OfficeMember } from './office-member.ts';

function EndButton({ id, session, label }: { id: string; session?: string; label: string }) {
  const end = useAction(async () => {
    await send('POST /office/members/{id}/sessions/end', {
      params: { id },
      body: { sSessionId: session },
    });
    await queryClient.invalidateQueries({ queryKey: ['GET /office/members/{id}'] });
  });
  return (
    <Button size="small" className={cx(session && '-my-2')} {...end}>
      {label}
    </Button>
  );
}

/** Where a member is signed in, and was. */
export function Access({ member: { _id: id, aSessions, aSignIns } }: { member: OfficeMember }) {
  const may = useMay('members.freeze');
  const place = ({ sDevice, sPlace }: { sDevice: string; sPlace: string }) =>
    [sDevice || text('security.device.unknown'), sPlace].filter(Boolean).join(', ');
  return (
    <>
      <Section
        title={text('office.member.sessions')}
        action={
          may && aSessions.length > 0 && <EndButton id={id} label={text('office.member.endAll')} />
        }
      >
        {aSessions.length === 0 ? (
          <Nothing>{text('office.member.noSessions')}</Nothing>
        ) : (
          <Table
            label={text('office.member.sessions')}
            rows={aSessions}
            idOf={({ _id }) => _id}
            columns={
              [
                column(text('office.member.device'), place),
                column(
                  text('office.member.began'),
                  ({ dCreatedAt }) => <Moment at={dCreatedAt} />,
                  'wide',
                ),
                column(text('office.member.lastSeen'), ({ dLastSeenAt }) => (
                  <Moment at={dLastSeenAt} />
                )),
                column(
                  text('office.list.action'),
                  ({ _id }) =>
                    may && <EndButton id={id} session={_id} label={text('office.member.end')} />,
                  'figure',
                ),
              ] satisfies Column<OfficeMember['aSessions'][number]>[]
            }
          />
        )}
      </Section>
      <Section title={text('office.member.signIns')}>
        {aSignIns.length === 0 ? (
          <Nothing>{text('office.member.noSignIns')}</Nothing>
        ) : (
          <Table
            label={text('office.member.signIns')}
            rows={aSignIns}
            idOf={({ _id }) => _id}
            columns={
              [
                column(text('office.orders.at'), ({ dCreatedAt }) => <Moment at={dCreatedAt} />),
                column(text('office.member.device'), place),
                column(text('office.member.how'), ({ sOpenedBy, sFactor, bNewDevice }) =>
                  [sOpenedBy, sFactor, bNewDevice && text('office.member.newDevice')]
                    .filter(Boolean)
                    .join(', '),
                ),
              ] satisfies Column<OfficeMember['aSignIns'][number]>[]
            }
          />
        )}
      </Section>
    </>
  );
}
