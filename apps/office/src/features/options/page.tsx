/** The options of the shop, each changed in its row. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { setOptionValue } from '@giftlane/contract/office/options.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { SearchField } from '@giftlane/ui/form/search-box.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowSkeletons } from '../../list/list.tsx';
import { readAnew } from '../../read-anew.ts';

type Option = Answer<'GET /office/options'>['data'][number];

const readOptions = () => readAnew('GET /office/options', 'GET /office/options/{name}/changes');

function Changes({ name }: { name: string }) {
  const query = useQuery(apiQuery('GET /office/options/{name}/changes', { params: { name } }));
  return (
    <Loaded query={query} waiting={<RowSkeletons />} inside>
      {(changes) =>
        changes.length > 0 && (
          <ul aria-label={text('office.options.history')} className="mt-4 space-y-1 text-13">
            {changes.map(({ dChangedAt, sEditor, sBefore, sValue }) => (
              <li key={dChangedAt} className="wrap-anywhere text-soft tabular-nums">
                {formatMoment(dChangedAt)} · {sEditor}:{' '}
                <span className="text-ink">
                  {sBefore || text('office.options.empty')} →{' '}
                  {sValue || text('office.options.empty')}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function ChangeForm({ option, onClose }: { option: Option; onClose: () => void }) {
  const { sName: name, sValue, eKind } = option;
  const begin = { sValue, sBefore: sValue };
  const state = useContractForm(setOptionValue.body, begin, async (values) => {
    // The value that is shown now: after a refusal, somebody else's.
    const body = { sValue: values.sValue, sBefore: sValue };
    try {
      await send('PUT /office/options/{name}', { params: { name }, body });
    } catch (error) {
      if (isRefusal(error, 'option.changed')) await readOptions();
      throw error;
    }
    await readOptions();
    onClose();
  });
  return (
    <div className="mt-3 mb-2 max-w-prose rounded-panel bg-sunken p-4">
      <Form
        state={state}
        action={text('office.options.save')}
        beside={
          <Button look="quiet" onClick={onClose}>
            {text('office.cancel')}
          </Button>
        }
      >
        <TextField
          {...state.field('sValue')}
          autoFocus
          label={text('office.options.value')}
          inputMode={eKind === 'whole' ? 'numeric' : 'text'}
          className={eKind === 'whole' ? 'tabular-nums' : undefined}
        />
      </Form>
      <Changes name={name} />
    </div>
  );
}

function OptionItem({
  option,
  open,
  onOpen,
}: {
  option: Option;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { sName, sValue, sExplained, oChanged } = option;
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-start gap-4 max-sm:flex-wrap">
        <div className="min-w-0 grow max-sm:basis-full">
          <p className="font-code text-13 wrap-anywhere">{sName}</p>
          <p className="max-w-prose text-15 text-soft">{sExplained}</p>
          {oChanged && (
            <p className="text-13 text-soft">
              {text('office.options.changed', {
                name: oChanged.sEditor,
                at: formatMoment(oChanged.dChangedAt),
              })}
            </p>
          )}
        </div>
        <p className="max-w-[40%] shrink-0 text-end text-15 font-semibold wrap-anywhere tabular-nums">
          {sValue || <span className="font-normal text-soft">{text('office.options.empty')}</span>}
        </p>
        <Button
          size="small"
          aria-expanded={open}
          aria-label={text('office.options.changeOne', { name: sName })}
          onClick={() => onOpen(!open)}
        >
          {text('office.options.change')}
        </Button>
      </div>
      {open && <ChangeForm option={option} onClose={() => onOpen(false)} />}
    </li>
  );
}

/** The list of options. */
export function Options() {
  const query = useQuery(apiQuery('GET /office/options', {}));
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState('');
  const wanted = typed.trim().toLowerCase();
  const matches = ({ sName, sExplained }: Option) =>
    `${sName} ${sExplained}`.toLowerCase().includes(wanted);
  return (
    <Page title={text('office.nav.options')} intro={text('office.options.intro')}>
      <div className="mb-4 max-w-prose">
        <SearchField
          label={text('office.options.search')}
          clearLabel={text('office.options.clear')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Loaded query={query} waiting={<RowSkeletons />}>
        {(options) => {
          const shown = options.filter(matches);
          if (shown.length === 0)
            return <p className="py-8 text-soft">{text('office.options.none')}</p>;
          return (
            <ul>
              {shown.map((option) => (
                <OptionItem
                  key={option.sName}
                  option={option}
                  open={open === option.sName}
                  onOpen={(next) => setOpen(next ? option.sName : '')}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Page>
  );
}
