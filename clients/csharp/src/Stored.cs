using System;
using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;

namespace Adwarden
{
    using Fields = Dictionary<string, object>;

    /// <summary>The last good answer (docs/client-protocol.md, "What is stored").</summary>
    internal sealed class Stored
    {
        internal const int Longest = 16384; // bytes of UTF-8
        private const int Format = 2;
        private const int Signature = 18; // characters that `Signed` adds
        internal const long LongestAge = 86400; // seconds
        internal readonly string ETag; // null when the answer had none
        internal readonly long CheckedAt; // when it came; milliseconds since 1970
        internal readonly long MaxAge; // seconds
        internal readonly Fields Ads;

        internal Stored(string etag, long checkedAt, long maxAge, Fields ads)
        {
            ETag = etag != null && Regex.IsMatch(etag, @"\A[ -~]+\z") ? etag : null; // others cannot be sent in a header
            CheckedAt = checkedAt;
            MaxAge = Math.Min(Math.Max(maxAge, 1), LongestAge);
            Ads = ads;
        }

        /// <summary>Milliseconds for which it is fresh. Up to a fifth longer, so that phones that started together spread.</summary>
        internal long FreshFor() => (long)(MaxAge * 1000 * (1 + NextRandom() / 5));

        /// <summary>From 0 to 1. Each call has a generator of its own, because one is not for several threads.</summary>
        internal static double NextRandom() => new Random(Guid.NewGuid().GetHashCode()).NextDouble();

        internal static string KeyOf(string appId) => "adwarden-" + Regex.Replace(appId, "[^A-Za-z0-9_-]", "_");

        internal bool IsSame(Stored other) =>
            other != null && other.ETag == ETag && Json.Write(other.Ads) == Json.Write(Ads);

        /// <summary>Reads a stored text; null for everything that no version of this client wrote for this app.</summary>
        internal static Stored Read(string appId, string text, long uptime, out Refusal refusal)
        {
            refusal = null;
            if (text == null || IsTooLong(text)) return null;
            try
            {
                var record = (Fields)Json.Parse(text);
                var isOld = 1.0.Equals(record["format"]); // of versions up to 0.3.2, without a checksum
                var start = text.Substring(0, Math.Max(text.Length - Signature, 0));
                if (!isOld && !(((double)Format).Equals(record["format"]) && text == Signed(start))) return null;
                if (Adwarden.Ads.Text(record, "appID") != appId) return null;
                var written = (Fields)record["ads"];
                var ads = Adwarden.Ads.Of(written, (Fields)written["units"]);
                // Ads with a field of another type are not as a client writes them.
                if (ads == null || Json.Write(ads) != Json.Write(written)) return null;
                var refusedAt = Time(record["refusedAt"]);
                record.TryGetValue("refusedFor", out var value); // version 0.1 had none
                var refusedFor = Time(value);
                var checkedAt = (long)Time(record["checkedAt"]);
                var maxAge = (long)Time(record["maxAge"]);
                if ((refusedAt ?? refusedFor) != null) refusal = new Refusal(refusedAt, refusedFor ?? 0, uptime);
                // Without its tag, an old record that is damaged is not confirmed, but replaced.
                var etag = (string)record["etag"];
                return new Stored(isOld ? null : etag, checkedAt, maxAge, ads);
            }
            catch (Exception)
            {
                return null; // not JSON, or of other types
            }
        }

        /// <summary>The text to store; null when it is too long.</summary>
        internal string Write(string appId, Refusal refusal)
        {
            var json = Json.Write(new Fields
            {
                { "format", Format }, { "appID", appId }, { "etag", ETag }, { "checkedAt", CheckedAt }, { "maxAge", MaxAge },
                { "refusedAt", refusal?.Date }, { "refusedFor", refusal?.Lasted }, { "ads", Ads }
            });
            var text = Signed(json.Substring(0, json.Length - 1));
            return IsTooLong(text) ? null : text;
        }

        /// <summary>A record, whose text is given without its end, with the CRC-32 of this text.</summary>
        private static string Signed(string text)
        {
            var crc = uint.MaxValue;
            foreach (var next in Encoding.UTF8.GetBytes(text))
            {
                crc ^= next;
                for (var bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ ((crc & 1) * 0xEDB88320);
            }
            return $"{text},\"sum\":\"{~crc:x8}\"}}";
        }

        /// <summary>A number, cut to what a double holds exactly; or null. Throws when it is something else.</summary>
        private static long? Time(object value)
        {
            const double most = 1L << 53;
            return value == null ? (long?)null : (long)Math.Min(Math.Max((double)value, -most), most);
        }

        private static bool IsTooLong(string text) => Encoding.UTF8.GetByteCount(text) > Longest;
    }
}
