import { categories } from '@giftlane/contract/shop/categories.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Switch } from '@giftlane/ui/controls/switch.tsx';
import { SelectField, TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { CardRows } from './card-rows.tsx';
import type { Brand, Draft, texts } from './draft.ts';
import { PictureField } from './picture-field.tsx';
import { BrandPreview } from './preview.tsx';
import { type EditorState, useEditor } from './use-editor.ts';

/** Props of a text field of the draft. */
const fieldOf =
  ({ draft, change, errors }: EditorState) =>
  (name: (typeof texts)[number]) => ({
    name,
    value: draft[name],
    error: errors.get(name),
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value } as Partial<Draft>),
  });

function Words({ state }: { state: EditorState }) {
  const { stored, draft, change, slug, errors } = state;
  const field = fieldOf(state);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field('sTitle')} label={text('office.goods.title')} />
      {!stored && (
        <TextField
          label={text('office.goods.slug')}
          help={text('office.goods.slug.help')}
          value={slug.value}
          error={errors.get('sSlug')}
          onChange={({ target }) => slug.set(target.value)}
        />
      )}
      <SelectField
        label={text('office.goods.category')}
        value={draft.sCategory}
        onChange={({ target }) => change({ sCategory: target.value as Draft['sCategory'] })}
      >
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <PictureField
        kind="art"
        label={text('office.goods.art')}
        path={draft.sBanner}
        error={errors.get('sBanner')}
        onPath={(sBanner) => change({ sBanner })}
      />
      <PictureField
        kind="logo"
        label={text('office.goods.logo')}
        path={draft.sLogo}
        error={errors.get('sLogo')}
        onPath={(sLogo) => change({ sLogo })}
      />
      <TextField {...field('sVideo')} label={text('office.goods.video')} />
      <TextArea {...field('sShortDesc')} label={text('office.goods.shortDesc')} rows={2} />
      <TextArea {...field('sShortSellDesc')} label={text('office.goods.shortSellDesc')} rows={2} />
      <TextArea {...field('sDescription')} label={text('office.goods.description')} rows={5} />
      <TextArea {...field('sRedeem')} label={text('office.goods.redeem')} rows={5} />
      <Switch
        checked={draft.bRetired}
        onChange={(bRetired) => change({ bRetired })}
        label={text('office.goods.putAway')}
        hint={text('office.goods.putAway.hint')}
      />
    </div>
  );
}

/** When prices hold, and saving; always in reach. */
function SaveBar({ state: { from, busy, stored } }: { state: EditorState }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-end justify-end gap-3 border-t border-line bg-raised px-4 py-3 xl:-mx-8 xl:px-8">
      {stored && (
        <div className="me-auto">
          <TextField
            type="datetime-local"
            label={text('office.goods.from')}
            value={from.value}
            onChange={({ target }) => from.set(target.value)}
          />
        </div>
      )}
      {stored && (
        <ButtonLink to={`/stock?brand=${stored._id}`}>{text('office.nav.stock')}</ButtonLink>
      )}
      <Button type="submit" look="primary" busy={busy}>
        {text(from.value ? 'office.goods.saveLater' : 'office.goods.save')}
      </Button>
    </div>
  );
}

/** Edits a brand beside its preview. */
export function Editor({ brand }: { brand?: Brand }) {
  const state = useEditor(brand);
  const { problem, theirs, errors } = state;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void state.save();
      }}
    >
      <div className="grid gap-8 2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-8">
          {problem && (
            <Notice tone={theirs ? 'attention' : 'failure'} title={problem} focused>
              {theirs && (
                <div className="mt-3 flex flex-wrap gap-3">
                  <Button size="small" onClick={() => state.goOn(theirs, true)}>
                    {text('office.goods.keepMine')}
                  </Button>
                  <Button size="small" onClick={() => state.goOn(theirs, false)}>
                    {text('office.goods.takeTheirs')}
                  </Button>
                </div>
              )}
            </Notice>
          )}
          {!problem && errors.size > 0 && (
            <Notice tone="failure" title={text('office.goods.wrong')} focused />
          )}
          {brand && <CardRows state={state} />}
          <Words state={state} />
          {!brand && <CardRows state={state} />}
        </div>
        <BrandPreview draft={state.draft} />
      </div>
      <SaveBar state={state} />
    </form>
  );
}
