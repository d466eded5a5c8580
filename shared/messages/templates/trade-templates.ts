/** A message that Hark offers, with `{business}` and `{number}` of the sender (`fillSender`). */
export interface TradeTemplate {
  id: string;
  trade: Trade;
  name: string;
  text: string;
}

/** In the order in which they are listed. */
export const TRADES = [
  'Appointments',
  'Home services',
  'Property',
  'Events',
  'Payments',
  'Schools and clubs',
] as const;
type Trade = (typeof TRADES)[number];

const STOP = 'To stop these messages, call the same number.';

/** Messages by trade. None says what is private: others may hear a voicemail. */
export const TRADE_TEMPLATES: readonly TradeTemplate[] = [
  {
    id: 'dental-appointment',
    trade: 'Appointments',
    name: 'Dental appointment',
    text: `Hi {first_name|there}, this is {business}. We look forward to seeing you at your next appointment. Please come ten minutes early and bring your insurance card. If you need another time, call us back at {number}. ${STOP}`,
  },
  {
    id: 'medical-appointment',
    trade: 'Appointments',
    name: 'Medical appointment',
    text: `Hello {first_name|there}, this is {business}. This is a reminder of your appointment with us. To confirm it or to choose another time, please call us back at {number}. ${STOP}`,
  },
  {
    id: 'check-up-due',
    trade: 'Appointments',
    name: 'Time for a check-up',
    text: `Hi {first_name|there}, this is {business}. It has been a while since your last visit, and we would be glad to see you again. Call us back at {number} and we will find a time that suits you. ${STOP}`,
  },
  {
    id: 'season-check',
    trade: 'Home services',
    name: 'Season check',
    text: `Hi {first_name|there}, this is {business}. The season is changing, and now is a good time to have your heating and cooling checked. We are in {city|your area} in the coming weeks. To book a visit, call us back at {number}. ${STOP}`,
  },
  {
    id: 'season-offer',
    trade: 'Home services',
    name: 'Season offer',
    text: `Hi {first_name|there}, this is {business}. We are planning our work in {city|your neighborhood} for the season, and our customers come first. If your home needs a repair or an estimate, call us back at {number}. ${STOP}`,
  },
  {
    id: 'open-house',
    trade: 'Property',
    name: 'Open house',
    text: `Hi {first_name|there}, this is {business}. We are holding an open house in {city|your area}, and you are welcome to come and look around. For the address and the times, call us back at {number}. ${STOP}`,
  },
  {
    id: 'home-value',
    trade: 'Property',
    name: 'Thinking of selling',
    text: `Hi {first_name|there}, this is {business}. If you have thought of selling your home in {city|the area}, we would be glad to tell you what similar homes have sold for. Call us back at {number}. ${STOP}`,
  },
  {
    id: 'event-reminder',
    trade: 'Events',
    name: 'Event reminder',
    text: `Hi {first_name|there}, this is {business}. Thank you for signing up for our event. We look forward to seeing you there. If you have a question or cannot come, call us back at {number}. ${STOP}`,
  },
  {
    id: 'event-invitation',
    trade: 'Events',
    name: 'Invitation',
    text: `Hi {first_name|there}, this is {business}. We would like to invite you to our next event. To hear more or to save a seat, call us back at {number}. ${STOP}`,
  },
  {
    id: 'account-reminder',
    trade: 'Payments',
    name: 'Payment reminder',
    text: `Hello {first_name|there}, this is {business}. We are calling about your account with us. Please call us back at {number} when it suits you. If you have taken care of it already, thank you, and there is nothing to do. ${STOP}`,
  },
  {
    id: 'school-notice',
    trade: 'Schools and clubs',
    name: 'School notice',
    text: `Hello {first_name|there}, this is {business}. We have news for families about the coming week. The details are in the letter that we have sent. If you have a question, call us back at {number}. ${STOP}`,
  },
  {
    id: 'club-notice',
    trade: 'Schools and clubs',
    name: 'Club notice',
    text: `Hi {first_name|there}, this is {business}. Our next meeting is coming up, and we would be glad to see you there. To tell us whether you can come, call us back at {number}. ${STOP}`,
  },
];
