import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { profileSchema } from '@giftlane/contract/members/profile.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Avatar } from '../../rooms/people/avatar.tsx';
import { CountryField } from '../../rooms/people/country-field.tsx';
import { MobileFields } from '../../rooms/people/mobile-fields.tsx';
import { NameFields } from '../../rooms/people/name-fields.tsx';
import { PictureField } from '../../rooms/uploads/picture-field.tsx';
import { useMediaUrl } from '../../session/options.ts';
import { type Profile, profileDrafts, unchanged } from './profile-draft.ts';
import { useSaveProfile } from './use-save-profile.ts';
import { useUnsaved } from './use-unsaved.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'));

/** The form of the profile (PROF-04 to PROF-12). */
export function EditForm({ member }: { member: User }) {
  const [initial] = useState(() => profileDrafts.read(member._id) ?? unchanged(member));
  const [picture, setPicture] = useState(initial.picture);
  const [uploading, setUploading] = useState(false);
  const values = useRef<() => Profile>(() => initial.profile);
  const unsaved = useUnsaved(
    member,
    useCallback(() => ({ profile: values.current(), picture }), [picture]),
  );
  const saving = useSaveProfile(member, picture, unsaved.done);
  const state = useContractForm(profileSchema, initial.profile, saving.save);
  const { form, errorOf } = state;
  const { keep } = unsaved;
  useEffect(() => {
    values.current = () => {
      const { sCountryCode = '', sMobileNumber = '', ...typed } = form.getValues();
      return { ...typed, sCountryCode, sMobileNumber };
    };
    keep();
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [form, keep]);
  const address = useMediaUrl(picture);
  return (
    <>
      <Form
        state={state}
        waiting={uploading}
        shutWhileSending
        action={text('profile.save')}
        // Cancel does nothing (PROF-06).
        beside={<Button className="flex-1">{text('profile.cancel')}</Button>}
      >
        <PictureField
          kind="profilepictures"
          label={text('profile.picture')}
          help={text('profile.picture.help')}
          shape="face"
          camera="user"
          blank={<Avatar member={{ ...member, sProfilePicture: '' }} className="size-24 text-28" />}
          path={picture || null}
          address={address}
          onChange={(path) => {
            setPicture(path ?? '');
            saving.forgetPictureError();
          }}
          onBusy={setUploading}
          error={saving.pictureError}
        />
        <NameFields first={state.field('sFirstName')} last={state.field('sLastName')} />
        {['s', 'v'].includes(member.sKycStatus) && (
          <p className="-mt-3 text-13 text-soft">{text('profile.name.verified')}</p>
        )}
        <TextField
          {...state.field('sEmail')}
          label={text('auth.email')}
          type="email"
          autoComplete="email"
          help={text('profile.email.help')}
        />
        <MobileFields code={state.field('sCountryCode')} number={state.field('sMobileNumber')} />
        <Controller
          control={form.control}
          name="oCountry"
          render={({ field }) => <CountryField field={field} error={errorOf('oCountry')} />}
        />
      </Form>
      {unsaved.asking && <LeaveDialog onStay={unsaved.stay} onLeave={unsaved.leave} />}
      {saving.proof}
    </>
  );
}
