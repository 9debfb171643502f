import type { User } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { profileSchema } from '@giftlane/contract/profile.ts';
import { lazy, Suspense, useState } from 'react';
import { Controller } from 'react-hook-form';
import { useMediaUrl } from '../../lib/options.ts';
import { countryOf } from '../../parts/countries.ts';
import { CountryField } from '../../parts/country-field.tsx';
import { MobileFields } from '../../parts/mobile-fields.tsx';
import { NameFields } from '../../parts/name-fields.tsx';
import { PictureField } from '../../parts/picture-field.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useContractForm } from '../../ui/form.tsx';
import { useSaveProfile } from './use-save-profile.ts';

const PasswordDialog = lazy(() => import('../../parts/password-dialog.tsx'));

/** What the form begins with; the full name is made of both. */
const knownOf = ({ oCountry, ...member }: User) => ({
  sFirstName: member.sFirstName,
  sLastName: member.sLastName,
  sEmail: member.sEmail,
  sCountryCode: member.sCountryCode,
  sMobileNumber: member.sMobileNumber,
  oCountry: countryOf(oCountry.value) ?? oCountry,
});

/** Picture, names, e-mail, mobile number, country (PROF-04 to PROF-12). */
export function EditForm({ member }: { member: User }) {
  const [picture, setPicture] = useState(member.sProfilePicture);
  const [sending, setSending] = useState(false);
  const saving = useSaveProfile(member, picture);
  const state = useContractForm(profileSchema, knownOf(member), saving.save);
  const { form, errorOf } = state;
  const address = useMediaUrl(picture);
  return (
    <>
      <Form
        state={{ ...state, closed: state.closed || sending }}
        action={text('profile.save')}
        // It does nothing (PROF-06): what was typed stays, and the way back is above.
        beside={<Button className="flex-1">{text('profile.cancel')}</Button>}
      >
        <PictureField
          kind="profilepictures"
          label={text('profile.picture')}
          help={text('profile.picture.help')}
          shape="face"
          camera="user"
          path={picture || null}
          address={address}
          onChange={(path) => {
            setPicture(path ?? '');
            saving.forgetPictureError();
          }}
          onBusy={setSending}
          error={saving.pictureError}
        />
        <NameFields
          first={{ ...form.register('sFirstName'), error: errorOf('sFirstName') }}
          last={{ ...form.register('sLastName'), error: errorOf('sLastName') }}
        />
        <TextField
          {...form.register('sEmail')}
          label={text('auth.email')}
          type="email"
          autoComplete="email"
          help={text('profile.email.help')}
          error={errorOf('sEmail')}
        />
        <MobileFields
          code={{ ...form.register('sCountryCode'), error: errorOf('sCountryCode') }}
          number={{ ...form.register('sMobileNumber'), error: errorOf('sMobileNumber') }}
        />
        <Controller
          control={form.control}
          name="oCountry"
          render={({ field }) => <CountryField field={field} error={errorOf('oCountry')} />}
        />
      </Form>
      {saving.unproven && (
        <Suspense fallback={null}>
          <PasswordDialog
            title={text('profile.prove.title')}
            intro={text('profile.prove.intro')}
            action={text('profile.prove.action')}
            act={saving.prove}
            onClose={saving.giveUp}
          />
        </Suspense>
      )}
    </>
  );
}
