import type { WorldList } from './world-list.ts';

/** Exports with headers of their own. */
export const EXPORTS: readonly WorldList[] = [
  {
    file: 'world/05-google-contacts.csv',
    what: 'the export of Google Contacts, with two numbers in a cell and lines in another',
    browser: {
      asked: {
        columns: {
          FirstName: 'First Name',
          LastName: 'Last Name',
          PhoneNumber: 'Phone 1 - Value',
          RecommendedPhone: 'Phone 1 - Value',
          Address1: 'Address 1 - Street',
          Address2: 'Address 1 - Extended Address',
          City: 'Address 1 - City',
          State: 'Address 1 - Region',
          Zipcode: 'Address 1 - Postal Code',
          Country: 'Address 1 - Country',
          Email: 'E-mail 1 - Value',
          Company: 'Organization Name',
        },
      },
      warnings: ['several_numbers 1 2'],
      people: [
        '1 Ana Diaz +14085550101 14085550101 1 Main St San Jose CA 95112 US ana@example.com labels=* myContacts e_mail_1_label=* Home phone_1_label=Mobile address_1_label=Home address_1_formatted=1 Main St San Jose, CA 95112 US',
        '2 Ben Lee +14085550103 14085550103 ben@example.com labels=* myContacts e_mail_1_label=* Work phone_1_label=Mobile phone_2_label=Work phone_2_value=(408) 555-0104',
      ],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102', '14085550103', '14085550104'], errors: [] },
  },
  {
    file: 'world/05-google-contacts-old.csv',
    what: 'the old export of Google Contacts',
    browser: {
      asked: {
        columns: {
          FirstName: 'Given Name',
          LastName: 'Family Name',
          PhoneNumber: 'Phone 1 - Value',
          RecommendedPhone: 'Phone 1 - Value',
          Email: 'E-mail 1 - Value',
        },
      },
      people: [
        '1 Cy Ito +14085550105 14085550105 cy@example.com name=Cy Ito e_mail_1_type=* Home phone_1_type=Mobile',
      ],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550105'], errors: [] },
  },
  {
    file: 'world/mobile-phone-number.csv',
    what: 'a phone under a long header',
    browser: {
      asked: {
        columns: {
          FirstName: 'First Name',
          LastName: 'Last Name',
          PhoneNumber: 'Mobile Phone Number',
          RecommendedPhone: 'Mobile Phone Number',
          Email: 'Email',
        },
      },
      people: [
        '1 Ana Diaz +14085550101 14085550101 ana@example.com',
        '2 Ben Lee +14085550102 14085550102 ben@example.com',
      ],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
  {
    file: 'world/zoho-asst-phone.csv',
    what: 'an export of Zoho, with the phone of an assistant',
    browser: {
      asked: {
        columns: {
          id: 'Record Id',
          FirstName: 'First Name',
          LastName: 'Last Name',
          PhoneNumber: 'Phone',
          RecommendedPhone: 'Phone',
          Email: 'Email',
        },
      },
      people: [
        'zcrm_1 Ana Diaz +14085550101 14085550101 ana@example.com asst_phone=(408) 555-0191',
        'zcrm_2 Ben Lee +14085550102 14085550102 ben@example.com asst_phone=(408) 555-0192',
      ],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102', '14085550191', '14085550192'], errors: [] },
  },
  {
    file: 'world/r1-meta-lead-ads.csv',
    what: 'leads of Meta: UTF-16, tabs, prefixed numbers',
    browser: {
      asked: {
        columns: {
          id: 'id',
          FirstName: 'full_name',
          LastName: 'full_name',
          PhoneNumber: 'phone_number',
          RecommendedPhone: 'phone_number',
          Email: 'email',
        },
      },
      people: [
        'l:120210000000001 Ana Diaz +14085550101 14085550101 ana@example.com created_time=2026-11-20T10:00:00-06:00 ad_id=ag:120 ad_name=Ad campaign_id=c:120 campaign_name=Fall form_id=f:77 form_name=Form is_organic=false platform=fb lead_status=CREATED',
        'l:120210000000002 Ben Lee +14085550102 14085550102 ben@example.com created_time=2026-11-20T10:05:00-06:00 ad_id=ag:120 ad_name=Ad campaign_id=c:120 campaign_name=Fall form_id=f:77 form_name=Form is_organic=false platform=ig lead_status=CREATED',
      ],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
  {
    file: 'world/r3-no-last-name.csv',
    what: 'first and last name in one cell',
    browser: {
      asked: {
        columns: { FirstName: 'Name', LastName: 'Name', PhoneNumber: 'Phone', RecommendedPhone: 'Phone' },
      },
      people: ['1 Ana Diaz +14085550101 14085550101', '2 Ben Lee +14085550102 14085550102'],
    },
    rest: 'headers refused',
    suppressed: { phones: ['14085550101', '14085550102'], errors: [] },
  },
];
