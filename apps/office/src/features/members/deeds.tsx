import { send } from '@giftlane/client/api.ts';
import { sendForFile } from '@giftlane/client/api-files.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { freezeMember, resetMemberFactors } from '@giftlane/contract/office/members.ts';
import { text } from '@giftlane/texts/text.ts';
import { saveFile } from '@giftlane/ui/browser/save-file.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { useState } from 'react';
import { readAnew } from '../../read-anew.ts';
import { useMay } from '../../session.ts';
import { CodeField } from '../entry/code-field.tsx';
import type { OfficeMember } from './office-member.ts';

interface Deed {
  readonly label: string;
  readonly hint: string;
  readonly danger?: boolean;
  /** Asks for a code of the operator's app, too. */
  readonly proven?: boolean;
  readonly act: (id: string, body: { sReason: string; sCode: string }) => Promise<unknown>;
}

const paramsOf = (id: string) => ({ params: { id } });

const freeze: Deed = {
  label: text('office.member.freeze'),
  hint: text('office.member.freezeHint'),
  danger: true,
  act: (id, { sReason }) =>
    send('POST /office/members/{id}/freeze', { ...paramsOf(id), body: { sReason } }),
};
const release: Deed = {
  label: text('office.member.release'),
  hint: text('office.member.releaseHint'),
  act: (id, { sReason }) =>
    send('POST /office/members/{id}/release', { ...paramsOf(id), body: { sReason } }),
};
const ownerDeeds: readonly Deed[] = [
  {
    label: text('office.member.resetFactors'),
    hint: text('office.member.resetFactorsHint'),
    proven: true,
    act: (id, body) => send('POST /office/members/{id}/reset-factors', { ...paramsOf(id), body }),
  },
  {
    label: text('office.member.export'),
    hint: text('office.member.exportHint'),
    proven: true,
    act: async (id, body) =>
      saveFile(
        await sendForFile('POST /office/members/{id}/export', { ...paramsOf(id), body }),
        `${id}.zip`,
      ),
  },
  {
    label: text('office.member.close'),
    hint: text('office.member.closeHint'),
    danger: true,
    proven: true,
    act: (id, body) => send('POST /office/members/{id}/close', { ...paramsOf(id), body }),
  },
];

interface DeedProps {
  readonly id: string;
  readonly deed: Deed;
  readonly onClose: () => void;
}

async function carryOut(
  { id, deed, onClose }: DeedProps,
  body: { sReason: string; sCode: string },
) {
  await deed.act(id, body);
  await readAnew('GET /office/members/{id}');
  onClose();
}

const beside = <DialogClose>{text('office.cancel')}</DialogClose>;

function WithReason(props: DeedProps) {
  const state = useContractForm(freezeMember.body, { sReason: '' }, ({ sReason }) =>
    carryOut(props, { sReason, sCode: '' }),
  );
  return (
    <Form state={state} action={props.deed.label} beside={beside}>
      <TextField {...state.field('sReason')} autoFocus label={text('office.reason')} />
    </Form>
  );
}

function WithCode(props: DeedProps) {
  const state = useContractForm(
    resetMemberFactors.body,
    { sReason: '', sCode: '' },
    (body) => carryOut(props, body),
    { 'factor.wrong_code': 'sCode' },
  );
  return (
    <Form state={state} action={props.deed.label} beside={beside}>
      <TextField {...state.field('sReason')} autoFocus label={text('office.reason')} />
      <CodeField {...state.field('sCode')} />
    </Form>
  );
}

const DeedDialog = (props: DeedProps) => (
  <Dialog onClose={props.onClose} title={props.deed.label} intro={props.deed.hint}>
    {props.deed.proven ? <WithCode {...props} /> : <WithReason {...props} />}
  </Dialog>
);

/** What the operator may do with an account. */
export function Deeds({ member }: { member: OfficeMember }) {
  const [open, setOpen] = useState<Deed>();
  const [mayFreeze, mayClose] = [useMay('members.freeze'), useMay('members.close')];
  const deeds = [
    ...(mayFreeze ? [member.bFrozen ? release : freeze] : []),
    ...(mayClose && !member.bClosed ? ownerDeeds : []),
  ];
  return (
    <div className="flex flex-wrap gap-2">
      {deeds.map((deed) => (
        <Button
          key={deed.label}
          size="small"
          {...(deed.danger && { look: 'danger' as const })}
          onClick={() => setOpen(deed)}
        >
          {deed.label}
        </Button>
      ))}
      {open && <DeedDialog id={member._id} deed={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
