import { Schema, type Connection, type Model } from 'mongoose';

/** A user whose campaigns one process runs alone: the scans of others leave them out. */
export interface ReservationDocument {
  /** The user. */
  _id: string;
  /** The process. */
  owner: string;
  /** Past this time the owner is taken for dead. */
  leaseUntil: Date;
}

export type ReservationModel = Model<ReservationDocument>;

const schema = new Schema<ReservationDocument>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'campaign_reservations' },
);

schema.index({ leaseUntil: 1 });

export function createReservationModel(connection: Connection): ReservationModel {
  return connection.model<ReservationDocument>('CampaignReservation', schema);
}
