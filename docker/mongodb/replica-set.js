// The health check of the first member: initiates the replica set of MONGODB_MEMBERS and creates the user of Hark, each once;
// healthy once a member is writable.
const { MONGODB_MEMBERS = 'mongodb:27017', MONGODB_PASSWORD = '' } = process.env;
const { MONGO_INITDB_ROOT_USERNAME: user = '', MONGO_INITDB_ROOT_PASSWORD: password = '' } = process.env;

const admin = db.getSiblingDB('admin');
admin.auth(user, password);
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  const members = MONGODB_MEMBERS.split(',').map((host, _id) => ({ _id, host, priority: _id === 0 ? 2 : 1 }));
  rs.initiate({ _id: 'rs0', members });
}
const { isWritablePrimary, primary } = db.hello();
if (isWritablePrimary && admin.getUser('hark') === null)
  admin.createUser({ user: 'hark', pwd: MONGODB_PASSWORD, roles: [{ role: 'readWrite', db: 'hark' }] });
quit(primary === undefined ? 1 : 0);
