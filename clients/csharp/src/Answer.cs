using System;
using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;

namespace Adwarden
{
    using Fields = Dictionary<string, object>;

    /// <summary>The last good answer with what is stored beside it (docs/client-protocol.md, "What is stored").</summary>
    internal sealed class Answer
    {
        internal const int Longest = 16384; // bytes of UTF-8
        internal const long LongestAge = 86400; // seconds
        internal readonly string ETag; // null when the answer had none
        internal readonly long CheckedAt; // when it was received or confirmed; milliseconds since 1970
        internal readonly long MaxAge; // seconds
        internal readonly long? RefusedAt; // the time of the first 401 in a row; milliseconds since 1970
        internal readonly Fields Ads; // the values for the app

        internal Answer(string etag, long checkedAt, long maxAge, long? refusedAt, Fields ads)
        {
            ETag = etag != null && Regex.IsMatch(etag, @"\A[ -~]+\z") ? etag : null; // others cannot be sent in a header
            CheckedAt = checkedAt;
            MaxAge = Math.Min(Math.Max(maxAge, 1), LongestAge);
            RefusedAt = refusedAt;
            Ads = ads;
        }

        internal static string KeyOf(string appId) => "adwarden-" + Regex.Replace(appId, "[^A-Za-z0-9_-]", "_");

        internal string UnitOf(Slot slot) => Text((Fields)Ads["units"], Slots.Fields[(int)slot]);

        /// <summary>The values in a server's body; null when it is not the answer for this app. Throws when it is not JSON.</summary>
        internal static Fields AdsOfBody(string text, string appId)
        {
            if (!(Json.Parse(text) is Fields body) || !true.Equals(Get(body, "success"))) return null;
            return Get(body, "data") is Fields data && Text(data, "appID") == appId ? AdsOf(data, data) : null;
        }

        /// <summary>Throws, or gives null, for everything that this version did not write for this app.</summary>
        internal static Answer Read(string appId, string text)
        {
            if (text == null || IsTooLong(text)) return null;
            var record = (Fields)Json.Parse(text);
            if (Text(record, "appID") != appId || !1.0.Equals(record["format"])) return null;
            var stored = (Fields)record["ads"];
            var ads = AdsOf(stored, (Fields)stored["units"]);
            var checkedAt = (long)(double)record["checkedAt"];
            var maxAge = (long)(double)record["maxAge"];
            var refusedAt = (long?)(double?)record["refusedAt"];
            return ads == null ? null : new Answer((string)record["etag"], checkedAt, maxAge, refusedAt, ads);
        }

        /// <summary>The text to store; null when it is too long.</summary>
        internal string Write(string appId)
        {
            var text = Json.Write(new Fields
            {
                { "format", 1 }, { "appID", appId }, { "etag", ETag }, { "checkedAt", CheckedAt },
                { "maxAge", MaxAge }, { "refusedAt", RefusedAt }, { "ads", Ads }
            });
            return IsTooLong(text) ? null : text;
        }

        /// <summary>The known fields, with defaults for missing ones; null when `adsStatus` is neither on nor off.</summary>
        private static Fields AdsOf(Fields data, Fields unitsOf)
        {
            var status = Text(data, "adsStatus");
            if (status != "on" && status != "off") return null;
            var units = new Fields();
            foreach (var field in Slots.Fields)
            {
                var unit = Text(unitsOf, field);
                if (!string.IsNullOrWhiteSpace(unit)) units[field] = unit.Trim();
            }
            return new Fields
            {
                { "adsStatus", status }, { "reason", Text(data, "reason") },
                { "visibleExtra", Text(data, "visibleExtra") == "on" ? "on" : "off" },
                { "updatedAt", Text(data, "updatedAt") }, { "units", units }
            };
        }

        internal static string Text(Fields fields, string name) => Get(fields, name) as string;

        private static object Get(Fields fields, string name) => fields.TryGetValue(name, out var value) ? value : null;

        private static bool IsTooLong(string text) => Encoding.UTF8.GetByteCount(text) > Longest;
    }
}
